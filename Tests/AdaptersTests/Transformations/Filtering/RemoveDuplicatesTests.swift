import TestSupport
import Testing
import Tidings

@Suite("RemoveDuplicates")
struct RemoveDuplicatesTests {
  @Test func `compares each update with the last delivered one by its closure`() {
    let history = History<Int>()
    _ = Broadcaster.just(10, 12, 14, 16, 30).removeDuplicates { abs($0 - $1) < 5 }.attach { history.record($0) }
    #expect(history.events == [10, 16, 30])
  }

  @Test func `compares a property that is nil like any other value`() {
    let source = BroadcastSource<Int?>()
    let history = History<Int?>()
    let subscription = source.removeDuplicates(by: \.self).attach { history.record($0) }
    for update in [nil, nil, 1, nil] { source.send(update) }
    #expect(history.events == [nil, 1, nil])
    subscription.invalidate()
  }

  @Test func `compares pairs with a closure of two arguments`() {
    let source = BroadcastSource<(Int, Int)>()
    let history = History<Int>()
    let subscription = source.removeDuplicates { $0 == $1 }.attach { history.record($0.0 * 10 + $0.1) }
    for update in [(1, 2), (1, 2), (3, 3), (4, 5)] { source.send(update) }
    #expect(history.events == [12, 33, 45])
    subscription.invalidate()
  }
}
