import TestSupport
import Testing
import Tidings

@MainActor
@Suite("Binding to a property of an object")
struct BindKeyPathTests {
  @MainActor
  private final class Label {
    var text = ""
    var hint: String?
  }

  @Test func `sets it to the current value immediately, and then to each change`() {
    let title = PublishedProperty("one")
    let label = Label()
    let subscription = title.bind(to: \.text, on: label)
    #expect(label.text == "one")
    title.value = "two"
    #expect(label.text == "two")
    subscription.invalidate()
    title.value = "three"
    #expect(label.text == "two")
  }

  @Test func `sets an optional property, too`() {
    let title = PublishedProperty("one")
    let label = Label()
    let subscription = title.bind(to: \.hint, on: label)
    #expect(label.hint == "one")
    subscription.invalidate()
  }

  @Test func `sets it on the main actor in order, from any publishing thread`() async {
    let numbers = BroadcastSource<Int>()
    let counter = Counter()
    let history = counter.history
    let subscription = numbers.bind(to: \.latest, on: counter)
    await onThreads { _ in for number in 1...100 { numbers.send(number) } }
    await onThreads { _ in history.waitForCount(100) }
    #expect(history.events == Array(1...100))
    subscription.invalidate()
  }

  @MainActor
  private final class Counter {
    let history = History<Int>()
    var latest = 0 {
      didSet {
        MainActor.preconditionIsolated()
        history.record(latest)
      }
    }
  }

  @Test func `does not keep the object alive, and ends when it is released`() {
    let title = PublishedProperty("one")
    weak var weakLabel: Label?
    let subscription: Subscription
    do {
      let label = Label()
      weakLabel = label
      subscription = title.bind(to: \.text, on: label)
    }
    #expect(weakLabel == nil)
    #expect(subscription.isActive)
    title.value = "two"
    #expect(!subscription.isActive)
    #expect(!title.hasSubscribers)
  }
}
