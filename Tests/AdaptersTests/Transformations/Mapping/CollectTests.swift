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

  @Test func `delivers no incomplete group to a subscriber that has unsubscribed`() {
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.collect(2).prefix(1).attach { history.record($0) }
    for update in [1, 2, 3] { source.send(update) }
    #expect(!source.hasSubscribers)
    source.finish()
    #expect(history.events == [[1, 2]])
    subscription.invalidate()
  }

  @Test func `traps if the group size is zero`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Broadcaster<Int>.never.collect(0)
    }
    #expect(result.message.contains("collect(_:) takes a count of one or more, not 0"))
  }
}
