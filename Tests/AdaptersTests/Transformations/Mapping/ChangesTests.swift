import TestSupport
import Testing
import Tidings

@Suite("Changes")
struct ChangesTests {
  @Test func `delivers changes to and from nil`() {
    let property = PublishedProperty(Int?.none)
    let history = History<[Int?]>()
    let subscription = property.publishedValue.changes.attach { history.record([$0.old, $0.new]) }
    property.value = 1
    property.value = nil
    #expect(history.events == [[nil, 1], [1, nil]])
    subscription.invalidate()
  }

  @Test func `begins for each subscriber with the current value at its subscription`() {
    let property = PublishedProperty(1)
    let changes = property.publishedValue.changes
    let history = History<[Int]>()
    let first = changes.attach { _ in }
    property.value = 2
    let second = changes.attach { history.record([$0.old, $0.new]) }
    property.value = 3
    #expect(history.events == [[2, 3]])
    withExtendedLifetime((first, second)) {}
  }
}
