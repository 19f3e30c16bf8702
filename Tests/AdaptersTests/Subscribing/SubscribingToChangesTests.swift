import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Subscribing to changes")
struct SubscribingToChangesTests {
  @Test
  func `gives new and old value, nil at first, where the filter lets them through`() {
    let property = PublishedProperty(1)
    let asked = History<[Int?]>()
    let history = History<[Int?]>()
    let subscription = property.publishedValue.subscribe(
      filter: { new, old in
        asked.record([new, old])
        return new != 2
      },
      isolation: nil
    ) { new, old in history.record([new, old]) }
    for value in [2, 3] { property.value = value }
    #expect(asked.events == [[1, nil], [2, 1], [3, 2]])
    #expect(history.events == [[1, nil], [3, 2]])
    subscription.invalidate()
  }

  @Test
  func `gives every subscriber its own first value`() {
    let property = PublishedProperty(1)
    let value = property.publishedValue
    let history = History<[Int?]>()
    let first = value.subscribe(filter: { _, _ in false }, isolation: nil) { _, _ in }
    property.value = 2
    let second = value.subscribe(filter: { _, _ in true }, isolation: nil) { history.record([$0, $1]) }
    #expect(history.events == [[2, nil]])
    withExtendedLifetime((first, second)) {}
  }

  @Test
  func `distinctly gives every change, and no duplicates`() {
    let property = PublishedProperty(1)
    let history = History<[Int?]>()
    let subscription = property.publishedValue.subscribeDistinct(isolation: nil) { new, old in
      history.record([new, old])
    }
    for value in [1, 2, 2, 1] { property.value = value }
    #expect(history.events == [[1, nil], [2, 1], [1, 2]])
    subscription.invalidate()
  }

  @Test
  func `ends with the value`() {
    var property: PublishedProperty<Int>? = PublishedProperty(1)
    let subscriptions = [
      property?.publishedValue.subscribeDistinct(isolation: nil) { _, _ in },
      property?.publishedValue.subscribe(filter: { _, _ in true }, isolation: nil) { _, _ in },
    ]
    #expect(subscriptions.map { $0?.isActive } == [true, true])
    property = nil
    #expect(subscriptions.map { $0?.isActive } == [false, false])
  }

  @MainActor
  @Test
  func `delivers where it was called, and filters where the value is published`() async {
    let property = PublishedProperty(1)
    let filtered = History<Bool>()
    let received = History<Int>()
    let model = ChangingModel(received)
    let subscriptions = [
      property.publishedValue.subscribe(
        filter: { _, _ in
          filtered.record(MainQueue.isCurrent)
          return true
        }
      ) { new, _ in model.receive(new) },
      property.publishedValue.subscribeDistinct { new, _ in model.receive(new) },
    ]
    #expect(received.events == [1, 1])
    await onThreads { _ in
      property.value = 2
      received.waitForCount(4)
    }
    #expect(received.events == [1, 1, 2, 2])
    #expect(filtered.events == [true, false])
    withExtendedLifetime(subscriptions) {}
  }

  @Test
  func `runs a closure with an isolation of its own there, also from elsewhere`() async {
    let property = PublishedProperty(1)
    let places = History<Bool>()
    let subscriptions = [
      property.publishedValue.subscribe(filter: { _, _ in true }, isolation: nil) { @MainActor _, _ in
        places.record(MainQueue.isCurrent)
      },
      property.publishedValue.subscribeDistinct(isolation: nil) { @MainActor _, _ in
        places.record(MainQueue.isCurrent)
      },
    ]
    await onThreads { _ in places.waitForCount(2) }
    #expect(places.events == [true, true])
    withExtendedLifetime(subscriptions) {}
  }
}

@MainActor
private final class ChangingModel {
  private let received: History<Int>

  init(_ received: History<Int>) {
    self.received = received
  }

  func receive(_ value: Int) {
    received.record(value)
  }
}
