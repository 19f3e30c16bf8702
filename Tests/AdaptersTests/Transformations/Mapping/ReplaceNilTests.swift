import TestSupport
import Testing
import Tidings

@Suite("ReplaceNil")
struct ReplaceNilTests {
  @Test func `replaces nil by a value, and of a value is a value`() {
    let property = PublishedProperty(Int?.none)
    let value: PublishedValue<Int> = property.publishedValue.replaceNil(with: 7)
    let history = History<Int>()
    let subscription = value.attach { history.record($0) }
    for update in [7, 8, nil] { property.value = update }
    #expect(history.events == [7, 8, 7])
    #expect(value.value == 7)
    subscription.invalidate()
  }
}
