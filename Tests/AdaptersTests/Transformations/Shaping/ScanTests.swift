import TestSupport
import Testing
import Tidings

@Suite("Scan")
struct ScanTests {
  @Test
  func `passes on what came of all updates so far, for each subscription anew`() {
    let source = BroadcastSource<Int>()
    let sums = source.scan(0, +)
    let history = History<Int>()
    let first = sums.attach { history.record($0) }
    source.send(1)
    let second = sums.attach { history.record($0 * 10) }
    source.send(2)
    #expect(history.events == [1, 3, 20])
    first.invalidate()
    second.invalidate()
  }
}
