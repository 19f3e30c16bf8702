import TestSupport
import Testing
import Tidings
import TidingsAdapters

@Suite("Last")
struct LastTests {
  @Test func `of the largest count delivers all updates, and of a constant value its value`() {
    let history = History<Int>()
    _ = Broadcaster.just(1, 2, 3).suffix(.max).attach { history.record($0) }
    let subscription = PublishedValue(constant: 4).last().attach { history.record($0) }
    #expect(history.events == [1, 2, 3, 4])
    #expect(!subscription.isActive)
  }
}
