import TestSupport
import Testing
import Tidings

@Suite("WithPrevious")
struct WithPreviousTests {
  @Test
  func `pairs each update with the one before`() {
    let source = BroadcastSource<Int>()
    let history = History<[Int?]>()
    let subscription = source.withPrevious().attach { history.record([$0.previous, $0.current]) }
    for update in [1, 2, 3] { source.send(update) }
    #expect(history.events == [[nil, 1], [1, 2], [2, 3]])
    subscription.invalidate()
  }
}
