import TestSupport
import Testing
import TidingsCore

/// Each way to hand a closure over on an actor: it must run there, and must not keep the actor alive by accident.
@Suite(.timeLimit(.minutes(10)))
struct SubscribingTests {
  @Test
  func `A method reference of an actor runs on the actor`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    await listener.followWithMethod(source)
    await sendFromThreads(source, to: listener)
    #expect(await listener.received == 4000)
    #expect(listener.places.events == Array(repeating: true, count: 4000))
    await listener.leave()
  }

  @Test
  func `A closure that captures its actor runs on the actor`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    await listener.followCapturing(source)
    await sendFromThreads(source, to: listener)
    #expect(await listener.received == 4000)
    await listener.leave()
  }

  @Test
  func `A closure without captures runs on the actor`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    await listener.followWithoutCaptures(source)
    await sendFromThreads(source, to: listener)
    #expect(listener.places.events == Array(repeating: true, count: 4000))
  }

  @Test
  func `A closure that captures its actor weakly runs on the actor`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    await listener.followWeakly(source)
    await sendFromThreads(source, to: listener)
    #expect(await listener.received == 4000)
  }

  @Test
  func `A closure that receives its actor runs on it, regardless of the subscribing thread`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    await listener.followAsOwner(source)
    await sendFromThreads(source, to: listener)
    #expect(await listener.received == 4000)
    await listener.leave()
    let subscription = await followFromMainActor(source, for: listener)
    source.send(1)
    await onThreads { _ in listener.places.waitForCount(4001) }
    #expect(listener.places.events == Array(repeating: true, count: 4001))
    subscription.invalidate()
  }

  @Test
  func `A function that is generic over its isolation subscribes on the actor that it is given`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    let subscription = await follow(source, on: listener, listener.executor, listener.places)
    await sendFromThreads(source, to: listener)
    #expect(listener.places.events == Array(repeating: true, count: 4000))
    subscription.invalidate()
  }

  @Test
  func `An explicit isolation is where the closure runs`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    let executor = listener.executor
    let places = listener.places
    let subscription = await source.subscribe(isolation: listener) { _ in places.record(executor.isCurrent) }
    await sendFromThreads(source, to: listener)
    #expect(listener.places.events == Array(repeating: true, count: 4000))
    subscription.invalidate()
  }

  @Test
  func `The isolation of the closure itself goes before that of the caller`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    let places = listener.places
    let subscription = await source.subscribe(isolation: listener) { @MainActor _ in places.record(MainQueue.isCurrent)
    }
    await sendFromThreads(source, to: listener)
    #expect(listener.places.events == Array(repeating: true, count: 4000))
    subscription.invalidate()
  }

  @Test
  func `Without an isolation the closure runs on the publishing thread`() async {
    let source = BroadcastSource<Int>()
    let places = History<ThreadID>()
    let subscription = source.subscribe(isolation: nil) { _ in places.record(.current) }
    await onThreads { _ in
      source.send(1)
      #expect(places.events == [.current])
    }
    subscription.invalidate()
  }

  @Test
  func `A Swift task that an actor starts subscribes on that actor`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    await listener.followFromTask(source)
    await sendFromThreads(source, to: listener)
    #expect(listener.places.events == Array(repeating: true, count: 4000))
    await listener.leave()
  }

  @Test
  func `What a subscribe on an actor delivers initially arrives before it returns`() async {
    let listener = Listener()
    #expect(await listener.firstValues(of: PublishedValue(constant: 1)) == [1])
    #expect(await listener.followAsOwner(PublishedValue(constant: 1)) == 1)
  }

  @Test
  func `An actor that keeps the token of a closure that gets it can die`() async {
    let source = BroadcastSource<Int>()
    weak let listener = await listener { await $0.followAsOwner(source) }
    #expect(listener == nil)
    #expect(!source.hasSubscribers)
  }

  @Test
  func `A subscription for an actor ends with the first update after its release`() async {
    let source = BroadcastSource<Int>()
    let subscription = source.subscribe(weak: Listener()) { _, _ in Issue.record("The actor is gone.") }
    let ends = History<Bool>()
    subscription.whenEnded { ends.record(true) }
    source.send(1)
    await onThreads { _ in ends.waitForCount(1) }
    #expect(!source.hasSubscribers)
  }

  @Test
  func `An actor that keeps the token of a closure without captures can die`() async {
    let source = BroadcastSource<Int>()
    weak let listener = await listener { await $0.followWithoutCaptures(source) }
    #expect(listener == nil)
    #expect(!source.hasSubscribers)
  }

  @Test
  func `An actor that keeps the token of a weakly capturing closure can die`() async {
    let source = BroadcastSource<Int>()
    weak let listener = await listener { await $0.followWeakly(source) }
    #expect(listener == nil)
    #expect(!source.hasSubscribers)
  }

  @Test
  func `An isolated deinit invalidates on its actor while others send`() async {
    let source = BroadcastSource<Int>()
    let isDead = History<Bool>()
    async let sending: Void = onThreads {
      for number in 0..<1000 { source.send(number + $0) }
    }
    for _ in 0..<100 {
      let listener = BriefListener(isDead)
      await listener.follow(source)
    }
    await sending
    await onThreads { _ in isDead.waitForCount(100) }
    #expect(isDead.events == Array(repeating: true, count: 100))
    #expect(!source.hasSubscribers)
  }
}

private func sendFromThreads(_ source: BroadcastSource<Int>, to listener: Listener) async {
  await onThreads(4) { _ in
    for number in 0..<1000 { source.send(number) }
    listener.places.waitForCount(4000)
  }
}

@MainActor
private func followFromMainActor(_ source: BroadcastSource<Int>, for listener: Listener) -> Subscription {
  source.subscribe(weak: listener) { $0.receive($1) }
}

private func follow<DeliveryContext: Actor>(
  _ source: BroadcastSource<Int>, on actor: isolated DeliveryContext, _ executor: WatchedExecutor,
  _ places: History<Bool>
) -> Subscription {
  source.subscribe { _ in places.record(executor.isCurrent) }
}

/// A listener that has subscribed. Only the caller keeps it alive.
private func listener(after subscribe: (Listener) async -> Void) async -> Listener {
  let listener = Listener()
  await subscribe(listener)
  return listener
}

private actor Listener {
  nonisolated let executor = WatchedExecutor()
  /// For each update, whether it came on this actor.
  nonisolated let places = History<Bool>()
  private(set) var received = 0
  private var subscription: Subscription?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func receive(_ number: Int) {
    received += 1
    places.record(executor.isCurrent)
  }

  func followWithMethod(_ source: BroadcastSource<Int>) {
    subscription = source.subscribe(receive)
  }

  func followCapturing(_ source: BroadcastSource<Int>) {
    subscription = source.subscribe { self.receive($0) }
  }

  func followWithoutCaptures(_ source: BroadcastSource<Int>) {
    let executor = executor
    let places = places
    subscription = source.subscribe { _ in places.record(executor.isCurrent) }
  }

  func followWeakly(_ source: BroadcastSource<Int>) {
    subscription = source.subscribe { [weak self] number in
      self?.assumeIsolated { $0.receive(number) }
    }
  }

  /// How many updates have arrived when `subscribe` returns.
  @discardableResult
  func followAsOwner(_ numbers: some Publisher<Int>) -> Int {
    subscription = numbers.subscribe(weak: self) { $0.receive($1) }
    return received
  }

  func followFromTask(_ source: BroadcastSource<Int>) async {
    let executor = executor
    let places = places
    await Task {
      self.subscription = source.subscribe { _ in places.record(executor.isCurrent) }
    }.value
  }

  func firstValues(of value: PublishedValue<Int>) -> [Int] {
    let values = History<Int>()
    let subscription = value.subscribe { values.record($0) }
    defer { subscription.invalidate() }
    return values.events
  }

  func leave() {
    subscription = nil
  }
}

private actor BriefListener {
  private let isDead: History<Bool>
  private let executor = WatchedExecutor()
  private var subscription: Subscription?

  init(_ isDead: History<Bool>) {
    self.isDead = isDead
  }

  isolated deinit {
    subscription?.invalidate()
    isDead.record(executor.isCurrent)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func follow(_ source: BroadcastSource<Int>) {
    subscription = source.subscribe { [weak self] _ in
      self?.assumeIsolated { _ in }
    }
  }
}
