import TestSupport
import Testing
import TidingsCore

/// The options that only `subscribe` has. The contracts of hops cover the rest.
@Suite("Subscribing with a hop and a buffer")
struct SubscribingWithHopTests {
  @Test
  @MainActor
  func `reports dropped updates before the publishing thread continues`() async {
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

  @Test
  @MainActor
  func `with hop always delivers after the current main-actor job, including the initial value`() async {
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

  @Test func `without an actor delivers on the publishing thread with any hop`() {
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

  @Test func `traps if it would call an actor-isolated closure outside its actor`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = BroadcastSource<Int>().subscribe(hop: .never, buffering: .unbounded) { @MainActor _ in }
    }
    #expect(
      result.message.contains("subscribe(hop: .never) would call an actor's closure outside of it. Use attach(_:)"))
  }

  @Test(arguments: [(Buffering.oldest(1), ["inProgress(1)"]), (.newest(1), [])])
  @MainActor
  func `never drops the results of tasks`(buffering: Buffering, kept: [String]) async {
    let source = BroadcastSource<TaskUpdate<Int, Int, Never>>()
    let history = History<String>()
    let subscription = source.subscribe(buffering: buffering) { history.record("\($0)") }
    onOtherThread {
      for progress in 1...3 { source.send(.inProgress(progress)) }
      for result in 98...99 { source.send(.completed(.success(result))) }
    }
    await onThreads { _ in history.wait(for: "success(99)") }
    #expect(history.events == kept + ["success(98)", "success(99)"])
    subscription.invalidate()
  }
}
