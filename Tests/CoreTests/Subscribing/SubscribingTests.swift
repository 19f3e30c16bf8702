import TestSupport
import Testing
import TidingsCore

/// Each way to pass a closure on an actor. The closure must run there, and must not keep the actor alive by accident.
@Suite(.timeLimit(.minutes(10)))
struct SubscribingTests {
  /// A publisher that reports its end, but whose token does not.
  private struct Once: Publisher {
    func attach(_ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
      receive(1)
      ended?()
      return Subscription {}
    }
  }

  @Test func `The end that a publisher reports is delivered with and without an actor`() async {
    let history = History<String>()
    let subscribe: @Sendable (isolated (any Actor)?) -> Subscription = { actor in
      Once().subscribe(isolation: actor) {
        history.record("\($0)")
      } ended: {
        history.record("end")
      }
    }
    subscribe(nil).invalidate()
    await MainActor.run { subscribe(MainActor.shared) }.invalidate()
    #expect(history.events == ["1", "end", "1", "end"])
  }

  /// A way for an actor to subscribe.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether the closure keeps the actor alive.
    var keepsActor = false
    fileprivate let subscribe: @Sendable (Listener, BroadcastSource<Int>) async -> Subscription

    fileprivate static let all: [Way] = [
      Way(testDescription: "a method reference", keepsActor: true) { await $0.subscribeWithMethod(to: $1) },
      Way(testDescription: "a capturing closure", keepsActor: true) { await $0.subscribeCapturing(to: $1) },
      Way(testDescription: "a closure without captures") { await $0.subscribeWithoutCaptures(to: $1) },
      Way(testDescription: "a weakly capturing closure") { await $0.subscribeWeakly(to: $1) },
      Way(testDescription: "a closure that receives the actor") { await $0.subscribeAsOwner(to: $1) },
      Way(testDescription: "a closure that receives the actor, from the main actor") {
        await subscribeFromMainActor(to: $1, for: $0)
      },
      Way(testDescription: "a Swift task") { await $0.subscribeFromTask(to: $1) },
      Way(testDescription: "a function that is generic over its isolation") {
        await subscribeGenerically(to: $1, on: $0, $0.executor, $0.places)
      },
      Way(testDescription: "an explicit isolation") { listener, source in
        await source.subscribe(isolation: listener) { [places = listener.places, executor = listener.executor] _ in
          places.record(executor.isCurrent)
        }
      },
    ]
  }

  @Test(arguments: Way.all)
  func `A closure runs on the actor, regardless of the publishing thread`(way: Way) async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    let subscription = await way.subscribe(listener, source)
    await sendFromThreads(source, to: listener)
    #expect(listener.places.events == Array(repeating: true, count: 4000))
    subscription.invalidate()
  }

  @Test(arguments: Way.all.filter { !$0.keepsActor })
  func `An actor that holds its token is released`(way: Way) async {
    let source = BroadcastSource<Int>()
    weak let listener = await listener { await $0.keep(way.subscribe($0, source)) }
    #expect(listener == nil)
    #expect(!source.hasSubscribers)
  }

  @Test func `The isolation of the closure takes precedence over that of the caller`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    let places = listener.places
    let subscription = await source.subscribe(isolation: listener) { @MainActor _ in places.record(MainQueue.isCurrent)
    }
    await sendFromThreads(source, to: listener)
    #expect(listener.places.events == Array(repeating: true, count: 4000))
    subscription.invalidate()
  }

  @Test func `Without an isolation the closure runs on the publishing thread`() async {
    let source = BroadcastSource<Int>()
    let places = History<ThreadID>()
    let subscription = source.subscribe(isolation: nil) { _ in places.record(.current) }
    await onThreads { _ in
      source.send(1)
      #expect(places.events == [.current])
    }
    subscription.invalidate()
  }

  @Test func `The initial update is delivered on an actor before subscribe returns`() async {
    #expect(await Listener().firstUpdates(of: PublishedValue(constant: 1)) == [1, 1])
  }

  @Test func `A weak subscription of an actor ends with the first update after the actor is released`() async {
    let source = BroadcastSource<Int>()
    let subscription = source.subscribe(weak: Listener()) { _, _ in Issue.record("The actor is gone.") }
    let ends = History<Bool>()
    subscription.whenEnded { ends.record(true) }
    source.send(1)
    await onThreads { _ in ends.waitForCount(1) }
    #expect(!source.hasSubscribers)
  }

  @Test func `An isolated deinit invalidates its token on the actor while other threads send`() async {
    let source = BroadcastSource<Int>()
    let releasedOnActor = History<Bool>()
    async let sending: Void = onThreads {
      for number in 0..<1000 { source.send(number + $0) }
    }
    for _ in 0..<100 {
      let listener = BriefListener(releasedOnActor)
      await listener.follow(source)
    }
    await sending
    await onThreads { _ in releasedOnActor.waitForCount(100) }
    #expect(releasedOnActor.events == Array(repeating: true, count: 100))
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
private func subscribeFromMainActor(to source: BroadcastSource<Int>, for listener: Listener) -> Subscription {
  source.subscribe(weak: listener) { $0.receive($1) }
}

private func subscribeGenerically<DeliveryContext: Actor>(
  to source: BroadcastSource<Int>, on actor: isolated DeliveryContext, _ executor: WatchedExecutor,
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
  /// For each update, whether it was delivered on this actor.
  nonisolated let places = History<Bool>()
  private var subscription: Subscription?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func receive(_ number: Int) {
    places.record(executor.isCurrent)
  }

  func keep(_ subscription: Subscription) {
    self.subscription = subscription
  }

  func subscribeWithMethod(to source: BroadcastSource<Int>) -> Subscription {
    source.subscribe(receive)
  }

  func subscribeCapturing(to source: BroadcastSource<Int>) -> Subscription {
    source.subscribe { self.receive($0) }
  }

  func subscribeWithoutCaptures(to source: BroadcastSource<Int>) -> Subscription {
    source.subscribe { [places, executor] _ in places.record(executor.isCurrent) }
  }

  func subscribeWeakly(to source: BroadcastSource<Int>) -> Subscription {
    source.subscribe { [weak self] number in
      self?.assumeIsolated { $0.receive(number) }
    }
  }

  func subscribeAsOwner(to source: BroadcastSource<Int>) -> Subscription {
    source.subscribe(weak: self) { $0.receive($1) }
  }

  func subscribeFromTask(to source: BroadcastSource<Int>) async -> Subscription {
    await Task { subscribeWithoutCaptures(to: source) }.value
  }

  /// The updates of two subscriptions that arrive before `subscribe` returns.
  func firstUpdates(of value: PublishedValue<Int>) -> [Int] {
    let updates = History<Int>()
    let subscriptions = [
      value.subscribe { updates.record($0) }, value.subscribe(weak: self) { _, update in updates.record(update) },
    ]
    defer { subscriptions.invalidateAll() }
    return updates.events
  }
}

private actor BriefListener {
  private let releasedOnActor: History<Bool>
  private let executor = WatchedExecutor()
  private var subscription: Subscription?

  init(_ releasedOnActor: History<Bool>) {
    self.releasedOnActor = releasedOnActor
  }

  isolated deinit {
    subscription?.invalidate()
    releasedOnActor.record(executor.isCurrent)
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
