import TestSupport
import Testing
import Tidings

@Suite("CombineLatest")
struct CombineLatestTests {
  @Test func `combines three and four publishers of different types`() {
    let first = BroadcastSource<Int>()
    let second = PublishedProperty("a")
    let third = Broadcaster.just(true)
    let history = History<String>()
    let three = first.combineLatest(second, third).attach { a, b, c in history.record("\(a) \(b) \(c)") }
    let four = first.combineLatest(second, third, Broadcaster.just(Int?.none)).attach { a, b, c, d in
      history.record("\(a) \(b) \(c) \(d as Any)")
    }
    first.send(1)
    second.value = "b"
    #expect(history.events == ["1 a true", "1 a true nil", "1 b true", "1 b true nil"])
    three.invalidate()
    four.invalidate()
    #expect(!first.hasSubscribers)
    #expect(!second.hasSubscribers)
  }
}
