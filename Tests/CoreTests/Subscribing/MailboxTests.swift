import TestSupport
import Testing
import TidingsCore

@Suite(.timeLimit(.minutes(10)))
struct MailboxTests {
  @Test func `Updates from threads, an actor and the main actor keep their order on that actor`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    let published = History<Int>()
    let subscription = source.attach { published.record($0) }
    await listener.follow(source)
    await publishFromEverywhere(source, and: listener) { listener.received.waitForCount(4000) }
    #expect(listener.received.events == published.events)
    await listener.leave()
    subscription.invalidate()
  }

  @Test(arguments: [false, true])
  func `An ended or invalidated subscription does not keep its actor alive`(hasEnded: Bool) async {
    actor Counter {
      var count = 0
      var subscription: Subscription?

      func follow(_ source: BroadcastSource<Int>) { subscription = source.subscribe { self.count += $0 } }

      func leave() { subscription?.invalidate() }
    }
    let source = BroadcastSource<Int>()
    weak var counter: Counter?
    do {
      let strong = Counter()
      counter = strong
      await strong.follow(source)
      if hasEnded { source.finish() } else { await strong.leave() }
    }
    await eventually("the actor to be released") { counter == nil }
  }

  @Test func `An invalidated subscription releases its closure for dropped updates`() {
    let released = History<Void>()
    let source = BroadcastSource<Int>()
    let subscription = source.subscribe(
      buffering: .newest(1),
      dropped: { [witness = Witness { released.record(()) }] _ in withExtendedLifetime(witness) {} }
    ) { @MainActor _ in }
    subscription.invalidate()
    #expect(released.events.count == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `Updates from threads, an actor and the main actor keep their order on the main actor`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    let published = History<Int>()
    let received = History<Int>()
    let subscription = source.attach { published.record($0) }
    let mainSubscription = await MainActor.run { source.subscribe { received.record($0) } }
    await publishFromEverywhere(source, and: listener) { received.waitForCount(4000) }
    #expect(received.events == published.events)
    mainSubscription.invalidate()
    subscription.invalidate()
  }

  @Test(arguments: [true, false])
  func `A pending hop calls nothing after the token was invalidated or released on the actor`(isReleased: Bool) async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    await listener.follow(source)
    await listener.leaveWithPendingHop(from: source, isReleased: isReleased)
    await listener.leave()
    #expect(listener.received.events == [])
  }

  @Test func `Invalidating during a delivery on an actor drops the pending updates`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    await listener.followUntilFirst(source)
    await listener.holdingUp {
      for number in 0..<3 { source.send(number) }
    }
    await onThreads { _ in listener.received.waitForCount(1) }
    // The actor runs this after the job that delivers the first update.
    await listener.leave()
    #expect(listener.received.events == [0])
  }

  @Test func `The end is delivered on the actor after the last update, even in the same hop`() async {
    let source = BroadcastSource<Int>()
    let listener = Listener()
    let ended = History<[Int]>()
    await listener.follow(source) { ended.record(listener.received.events) }
    await listener.holdingUp {
      source.send(1)
      source.finish()
    }
    await onThreads { _ in ended.waitForCount(1) }
    #expect(ended.events == [[1]])
  }

  @Test func `Progress, failure and end of a task arrive in order on an actor`() async {
    let source = TaskSource<Int, Never, Failure>()
    let listener = Listener()
    await listener.follow(source.publishedTask)
    await listener.recordEnd(as: -2)
    await onThreads { _ in
      for number in 0..<100 { source.report(number) }
      source.fail(Failure(code: -1))
      listener.received.waitForCount(102)
    }
    #expect(listener.received.events == Array(0..<100) + [-1, -2])
    await listener.leave()
  }
}

/// Publishes 1,000 updates each from two threads, an actor and the main actor, at the same time.
private func publishFromEverywhere(
  _ source: BroadcastSource<Int>, and listener: Listener, waiting wait: @escaping @Sendable () -> Void
) async {
  async let fromActor: Void = listener.publish(0..<1000, to: source)
  async let fromMainActor: Void = MainActor.run {
    for number in 1000..<2000 { source.send(number) }
  }
  await onThreads(2) { thread in
    for number in 0..<1000 { source.send(2000 + thread * 1000 + number) }
    wait()
  }
  _ = await (fromActor, fromMainActor)
}

private struct Failure: Error {
  let code: Int
}

private actor Listener {
  nonisolated let received = History<Int>()
  private nonisolated let executor = WatchedExecutor()
  private var subscription: Subscription?

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  func follow(_ source: BroadcastSource<Int>, ended: @escaping @Sendable () -> Void = {}) {
    let executor = executor
    let received = received
    subscription = source.subscribe {
      received.record(executor.isCurrent ? $0 : .min)
    } ended: {
      ended()
    }
  }

  func followUntilFirst(_ source: BroadcastSource<Int>) {
    subscription = source.subscribe { [weak self] number in
      self?.assumeIsolated {
        $0.received.record(number)
        $0.subscription?.invalidate()
      }
    }
  }

  func follow(_ task: PublishedTask<Int, Never, Failure>) {
    let executor = executor
    let received = received
    subscription = task.subscribe(
      progress: { received.record(executor.isCurrent ? $0 : .min) },
      success: { _ in },
      failure: { received.record(executor.isCurrent ? $0.code : .min) })
  }

  func recordEnd(as number: Int) {
    let executor = executor
    let received = received
    subscription?.whenEnded { received.record(executor.isCurrent ? number : .min) }
  }

  func publish(_ numbers: Range<Int>, to source: BroadcastSource<Int>) {
    for number in numbers { source.send(number) }
  }

  func leaveWithPendingHop(from source: BroadcastSource<Int>, isReleased: Bool) {
    let jobs = executor.jobCount
    onOtherThread { source.send(1) }
    executor.waitForJob(after: jobs)
    if isReleased { subscription = nil } else { subscription?.invalidate() }
  }

  /// Keeps the actor busy until the body has returned on another thread.
  func holdingUp(_ body: @escaping @Sendable () -> Void) {
    onOtherThread(body)
  }

  func leave() {
    subscription = nil
  }
}
