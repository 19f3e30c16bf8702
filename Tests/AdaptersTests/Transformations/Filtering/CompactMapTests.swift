import TestSupport
import Testing
import Tidings

@Suite("CompactMap")
struct CompactMapTests {
  @Test
  func `passes on what its closure does not make nil`() {
    let source = BroadcastSource<String>()
    let history = History<Int>()
    let subscription = source.compactMap { Int($0) }.attach { history.record($0) }
    for line in ["1", "x", "3"] { source.send(line) }
    #expect(history.events == [1, 3])
    subscription.invalidate()
  }
}
