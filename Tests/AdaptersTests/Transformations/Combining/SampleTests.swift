import TestSupport
import Testing
import Tidings

@Suite("Sample")
struct SampleTests {
  @Test func `of a value on a value delivers the current one immediately to each subscriber`() {
    let property = PublishedProperty(1)
    let trigger = PublishedProperty("a")
    let sampled = property.publishedValue.sample(on: trigger.publishedValue)
    let histories = [History<Int>(), History<Int>()]
    let subscriptions = histories.map { history in sampled.attach { history.record($0) } }
    property.value = 2
    #expect(histories.map(\.events) == [[1], [1]])
    trigger.value = "b"
    #expect(histories.map(\.events) == [[1, 2], [1, 2]])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `does not subscribe to the trigger if the source has ended`() {
    let trigger = PublishedProperty(1)
    let subscription = Broadcaster<Int>.empty.sample(on: trigger).attach { _ in }
    #expect(!subscription.isActive)
    #expect(!trigger.hasSubscribers)
  }

  @Test func `delivers each update at most once and in order with several threads`() async {
    let source = BroadcastSource<Int>()
    let trigger = BroadcastSource<Void>()
    let history = History<Int>()
    let subscription = source.sample(on: trigger).attach { history.record($0) }
    await onThreads(2) { index in
      for update in 1...2_000 {
        if index == 0 { source.send(update) } else { trigger.send(()) }
      }
    }
    source.send(3_000)
    // The pool may still deliver earlier updates of the threads. A trigger can overtake them.
    await eventually("the last update to be delivered") {
      trigger.send(())
      return history.events.last == 3_000
    }
    #expect(history.events == Set(history.events).sorted())
    subscription.invalidate()
  }
}
