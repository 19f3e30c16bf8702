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

  @Test
  func `ends with its upstream, also when nothing has passed`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = source.filter { $0 > 1 }.subscribe {
      history.record("\($0)")
    } ended: {
      history.record("end")
    }
    source.send(1)
    source.finish()
    #expect(history.events == ["end"])
    subscription.invalidate()
  }
}
