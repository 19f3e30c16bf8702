import TestSupport
import Testing
import Tidings

@Suite("Filter")
struct FilterTests {
  @Test
  func `passes on what satisfies the condition, the initial value included`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let even = property.publishedValue.filter { $0.isMultiple(of: 2) }.attach { history.record($0) }
    for value in 2...5 { property.value = value }
    let odd = property.publishedValue.filter { !$0.isMultiple(of: 2) }.attach { history.record($0 * 100) }
    #expect(history.events == [2, 4, 500])
    even.invalidate()
    odd.invalidate()
  }
}
