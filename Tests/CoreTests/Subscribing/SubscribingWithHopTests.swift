import TestSupport
import Testing
import TidingsCore

/// That hops keep their promises is said by the laws of hops; here are the choices that only `subscribe` has.
@Suite("Subscribing with a hop and a buffer")
struct SubscribingWithHopTests {
  @Test("counts on the publishing thread what the main actor had no room for")
  @MainActor
  func dropped() async {
    let source = BroadcastSource<Int>()
    let received = History<Int>()
    let dropped = History<Int>()
    let subscription = source.subscribe(buffering: .newest(1), dropped: { dropped.record($0) }) {
      received.record($0)
    }
    onOtherThread { for update in 1...4 { source.send(update) } }
    #expect(dropped.events == [1, 2, 3])
    await onThreads { _ in received.waitForCount(1) }
    #expect(received.events == [4])
    subscription.invalidate()
  }

  @Test("always hopping, lets the main actor finish first, with the initial update too")
  @MainActor
  func always() async {
    let property = PublishedProperty(1)
    let history = History<String>()
    let subscription = property.publishedValue.subscribe(hop: .always, buffering: .unbounded) {
      history.record("\($0)")
    }
    property.value = 2
    history.record("set")
    await onThreads { _ in history.waitForCount(3) }
    #expect(history.events == ["set", "1", "2"])
    subscription.invalidate()
  }

  @Test("without an actor is on the publishing thread, whatever was chosen")
  func nonisolated() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscriptions = [
      source.subscribe(hop: .never, buffering: .unbounded) { history.record($0) },
      source.subscribe(hop: .always, buffering: .oldest(1)) {
        history.record($0 + 1)
      } ended: {
        history.record(0)
      },
    ]
    source.send(1)
    source.finish()
    #expect(history.events == [1, 2, 0])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("stops a program that would call an actor's closure outside of it")
  func neverOnAnActor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = BroadcastSource<Int>().subscribe(hop: .never, buffering: .unbounded) { @MainActor _ in }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("subscribe(hop: .never) would call an actor's closure outside of it. Use attach(_:)"))
  }

  @Test("never drops the result of a task")
  @MainActor
  func result() async {
    let source = TaskSource<Int, Int, Never>()
    let history = History<String>()
    let subscription = source.publishedTask.subscribe(buffering: .oldest(1)) { history.record("\($0)") }
    onOtherThread {
      for progress in 1...3 { source.report(progress) }
      source.succeed(99)
    }
    await onThreads { _ in history.waitForCount(2) }
    #expect(history.events.map { $0.prefix(11) } == ["inProgress(", "completed(S"])
    subscription.invalidate()
  }
}
