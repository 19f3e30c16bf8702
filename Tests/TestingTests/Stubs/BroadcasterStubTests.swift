import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A broadcaster stub")
struct BroadcasterStubTests {
  private let scheduler = ManualScheduler()

  @Test func `delivers the updates and the end that the test sends`() throws {
    let stub = BroadcasterStub<Int>()
    let recorder = stub.broadcaster.record()
    stub.send(1)
    stub.send(2)
    recorder.expect(1, 2)
    stub.finish()
    try recorder.completion()
  }

  @Test func `records the start and the ending of each subscription`() {
    let stub = BroadcasterStub<Void>(scheduler: scheduler)
    let first = stub.broadcaster.record()
    scheduler.advance(by: .seconds(1))
    let second = stub.broadcaster.record()
    scheduler.advance(by: .seconds(1))
    first.stop()
    #expect(
      stub.subscriptions == [
        StubSubscription(startTime: .zero, ending: .invalidated(at: .seconds(2))),
        StubSubscription(startTime: .seconds(1)),
      ])
    scheduler.advance(by: .seconds(1))
    stub.finish()
    #expect(stub.subscriptions[1].ending == .ended(at: .seconds(3)))
    withExtendedLifetime(second) {}
  }

  @Test func `plays its script from its creation, regardless of subscribers, if it is hot`() throws {
    let stub = BroadcasterStub(
      [.update("a", at: .seconds(1)), .update("b", at: .seconds(2)), .end()], scheduler: scheduler)
    scheduler.advance(by: .seconds(1))
    let recorder = stub.broadcaster.record(scheduler: scheduler)
    scheduler.advance(by: .seconds(5))
    recorder.expect(all: ["b"])
    #expect(recorder.deliveries[0].time == .seconds(2))
    #expect(recorder.end?.time == .seconds(2))
  }

  @Test func `keeps the order of its script on a scheduler that runs late jobs in another order`() throws {
    let scheduler = BackwardScheduler()
    let stub = BroadcasterStub(cold: [.update(1), .update(2, at: .seconds(1)), .end()], scheduler: scheduler)
    let recorder = stub.broadcaster.record()
    scheduler.runAll()
    recorder.expect(1, 2)
    try recorder.completion()
  }

  @Test func `plays its script for each subscription if it is cold, and delivers updates of the test`() throws {
    let stub = BroadcasterStub(
      cold: [.update("a", at: .seconds(1)), .end(at: .seconds(2))], scheduler: scheduler)
    let first = stub.broadcaster.record(scheduler: scheduler)
    scheduler.advance(by: .seconds(1))
    let second = stub.broadcaster.record(scheduler: scheduler)
    stub.send("said")
    scheduler.advance(by: .seconds(5))
    first.expect(all: ["a", "said"])
    second.expect(all: ["said", "a"])
    #expect(second.deliveries.map(\.time) == [.seconds(1), .seconds(2)])
    #expect(stub.subscriptions.map(\.ending) == [.ended(at: .seconds(2)), .ended(at: .seconds(3))])
  }

  @Test func `leaves no job on the scheduler without subscribers, or after its release`() {
    let script: [TimelineEvent<Int>] = [.update(1, at: .seconds(1))]
    let cold = BroadcasterStub(cold: script, scheduler: scheduler)
    cold.broadcaster.record().stop()
    #expect(scheduler.pendingJobs == 0)
    do {
      let hot = BroadcasterStub(script, scheduler: scheduler)
      #expect(scheduler.pendingJobs == 1)
      withExtendedLifetime(hot) {}
    }
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `plays its script at the given times, on a scheduler without delays, too`() {
    let scheduler = ImmediateScheduler()
    let script: [TimelineEvent<Int>] = [
      .update(1, at: .seconds(1)), .update(2, at: .seconds(3)), .end(at: .seconds(4)),
    ]
    let stub = BroadcasterStub(cold: script, scheduler: scheduler)
    let recorder = stub.broadcaster.record(scheduler: scheduler)
    #expect(recorder.timeline == script)
  }

  @Test(arguments: [false, true])
  func `ends when it is released`(isCold: Bool) throws {
    var stub: BroadcasterStub<Int>? =
      isCold ? BroadcasterStub(cold: [], scheduler: scheduler) : BroadcasterStub()
    let recorder = try #require(stub).broadcaster.record()
    stub = nil
    try recorder.completion()
  }

  @Test func `leaves no objects`() async {
    await LiveScope.expectingNoLeaks {
      let stub = BroadcasterStub(cold: [.update(1, at: .seconds(1))], scheduler: scheduler)
      let recorder = stub.broadcaster.record()
      let prefix = stub.broadcaster.prefix(1).record()
      scheduler.run()
      prefix.expect(all: [1])
      withExtendedLifetime(recorder) {}
    }
  }
}

/// Runs its jobs in the opposite order, as a dispatch queue may after a suspension.
private final class BackwardScheduler: UpdateScheduler {
  private let jobs = Locked<[@Sendable () -> Void]>([])

  var uptime: Duration { .zero }
  var isCurrent: Bool { false }

  func enqueue(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }

  func enqueue(after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    enqueue(job)
    return Subscription {}
  }

  func runAll() {
    while let job = jobs.withLock({ $0.popLast() }) { job() }
  }
}
