import TestSupport
import Testing
import Tidings

@Suite("RemoveDuplicates")
struct RemoveDuplicatesTests {
  private func passed(
    _ updates: [Int], _ apply: (Broadcaster<Int>) -> Broadcaster<Int>
  ) -> [Int] {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = apply(source.broadcaster).attach { history.record($0) }
    for update in updates { source.send(update) }
    subscription.invalidate()
    return history.events
  }

  @Test
  func `leaves out what equals the update before`() {
    #expect(passed([1, 1, 2, 1]) { $0.removeDuplicates() } == [1, 2, 1])
  }

  @Test
  func `compares with the update last passed on, as its closure says`() {
    #expect(passed([10, 12, 14, 16, 30]) { $0.removeDuplicates { abs($0 - $1) < 5 } } == [10, 16, 30])
  }

  @Test
  func `of all leaves out what was ever there before`() {
    #expect(passed([1, 2, 1, 3, 2]) { $0.removeAllDuplicates() } == [1, 2, 3])
  }
}
