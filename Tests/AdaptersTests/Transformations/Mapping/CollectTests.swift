import TestSupport
import Testing
import Tidings

@Suite("Collect")
struct CollectTests {
  @Test func `adds updates that are sent during the delivery of a group to the next group`() {
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.collect(2).attach { group in
      history.record(group)
      if group == [1, 2] { source.send(3) }
    }
    for update in [1, 2, 4] { source.send(update) }
    #expect(history.events == [[1, 2], [3, 4]])
    subscription.invalidate()
  }
}
