import TestSupport
import Testing
import Tidings

@Suite("Values that are released")
struct ReleasedValueTests {
  private struct Item: Sendable, Equatable {
    let number: Int
    let object: Witness?

    static func == (left: Item, right: Item) -> Bool { left.number == right.number }
  }

  private struct Refused: Error {}

  private let property = PublishedProperty(Item(number: 0, object: nil))

  private func itemSetting(_ number: Int, ownNumber own: Int) -> Item {
    Item(number: own, object: Witness { [weak property] in property?.value = Item(number: number, object: nil) })
  }

  @Test func `the deinit of an equal value that is not stored can set the property`() {
    property.mutate { $0 = itemSetting(1, ownNumber: 0) }
    #expect(property.value.number == 1)
    property.value = itemSetting(2, ownNumber: 1)
    #expect(property.value.number == 2)
  }

  @Test func `the deinit of a value of a failed mutation can set the property`() {
    #expect(throws: Refused.self) {
      try property.mutate {
        $0 = itemSetting(1, ownNumber: 7)
        throw Refused()
      }
    }
    #expect(property.value.number == 1)
  }

  @Test func `the deinit of values of several threads can set the property`() async {
    // Short rounds limit the nesting. A `deinit` may replace a value of another thread, whose `deinit` is nested in it.
    for _ in 0..<20 {
      await onThreads(2) { [property] thread in
        for count in 1...100 { property.value = itemSetting(-1, ownNumber: 2 * count + thread) }
      }
    }
    // Its `deinit` may set the property again.
    property.value = Item(number: -2, object: nil)
    #expect(property.value.number < 0)
  }

  @Test func `an optional that contains nil is different from nil`() {
    let property = PublishedProperty<Witness??>(nil)
    let history = History<Bool>()
    let subscription = property.attach { history.record($0 == nil) }
    property.value = .some(nil)
    property.value = .some(nil)
    property.value = nil
    #expect(history.events == [true, false, true])
    withExtendedLifetime(subscription) {}
  }
}
