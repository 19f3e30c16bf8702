import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A published value stub")
struct PublishedValueStubTests {
  private let scheduler = ManualScheduler()

  @Test
  func `has the value that the test sets, and updates when it changes`() throws {
    let stub = PublishedValueStub(1)
    let value = stub.publishedValue
    let recorder = value.record()
    stub.value = 2
    stub.value = 2
    #expect(value.value == 2)
    recorder.expect(all: [1, 2])
    stub.finish()
    stub.value = 3
    #expect(stub.value == 2)
    try recorder.completion()
  }

  @Test
  func `knows when each subscription began, and how and when it was over`() {
    let stub = PublishedValueStub(1, scheduler: scheduler)
    scheduler.advance(by: .seconds(1))
    let first = stub.publishedValue.record()
    let second = stub.publishedValue.prefix(1).record()
    scheduler.advance(by: .seconds(1))
    first.stop()
    #expect(
      stub.subscriptions == [
        StubSubscription(startTime: .seconds(1), ending: .invalidated(at: .seconds(2))),
        StubSubscription(startTime: .seconds(1), ending: .invalidated(at: .seconds(1))),
      ])
    withExtendedLifetime(second) {}
  }

  @Test
  func `goes through its script from its creation, when it is hot`() throws {
    let stub = PublishedValueStub(0, [.update(1, after: .seconds(1)), .update(2), .end()], scheduler: scheduler)
    let recorder = stub.publishedValue.record(scheduler: scheduler)
    scheduler.run()
    recorder.expect(all: [0, 1, 2])
    #expect(recorder.deliveries.map(\.time) == [.zero, .seconds(1), .seconds(1)])
    try recorder.completion()
  }

  @Test
  func `goes through its script for each subscription, from the current value, when it is cold`() throws {
    let stub = PublishedValueStub(0, cold: [.update(1, after: .seconds(2))], scheduler: scheduler)
    let first = stub.publishedValue.record()
    scheduler.advance(by: .seconds(1))
    let second = stub.publishedValue.record(scheduler: scheduler)
    stub.value = 5
    scheduler.run()
    first.expect(all: [0, 5, 1])
    second.expect(all: [0, 5, 1])
    #expect(second.deliveries.map(\.time) == [.seconds(1), .seconds(1), .seconds(3)])
    first.stop()
    second.stop()
    #expect(scheduler.pendingJobs == 0)
    let third = stub.publishedValue.record()
    third.expect(all: [5])
    third.stop()
  }

  @Test
  func `loses no change that another thread sets during a subscription, when it is cold`() async {
    for _ in 0..<300 {
      let stub = PublishedValueStub(0, cold: [], scheduler: scheduler)
      let last = History<Int>()
      let subscriptions = SubscriptionBag()
      await onThreads(2) { thread in
        if thread == 0 {
          stub.publishedValue.attach { last.record($0) }.store(in: subscriptions)
        } else {
          stub.value = 1
        }
      }
      #expect(last.events.last == 1)
    }
  }

  @Test(arguments: [false, true])
  func `ends when it is released`(isCold: Bool) throws {
    var stub: PublishedValueStub<Int>? =
      isCold ? PublishedValueStub(0, cold: [], scheduler: scheduler) : PublishedValueStub(0)
    let recorder = try #require(stub).publishedValue.record()
    stub = nil
    try recorder.completion()
  }

  @Test
  func `leaves no objects`() async {
    await LiveScope.expectingNoLeaks {
      let stub = PublishedValueStub(0, cold: [.update(1, after: .seconds(1)), .end()], scheduler: scheduler)
      let recorder = stub.publishedValue.map { $0 + 1 }.record()
      scheduler.run()
      recorder.expect(all: [1, 2])
    }
  }
}
