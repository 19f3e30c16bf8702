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

  @Test func `by a property has separate state for each subscription, and can be cancelled during an update`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let distinct = source.removeDuplicates { $0 % 10 }
    let early = distinct.attach { history.record($0) }
    source.send(1)
    let late = distinct.prefix(1).attach { history.record($0 * 100) }
    source.send(11)
    #expect(history.events == [1, 1_100])
    #expect(!late.isActive)
    early.invalidate()
    #expect(!source.hasSubscribers)
  }
}
