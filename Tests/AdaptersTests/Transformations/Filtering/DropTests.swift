import TestSupport
import Testing
import Tidings

@Suite("Drop")
struct DropTests {
  @Test func `delivers all updates from the first that fails its condition, which is not called again`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let checked = History<Int>()
    let subscription = source.drop { update in
      checked.record(update)
      return update < 3
    }.attach { history.record($0) }
    for update in [1, 3, 2, 1] { source.send(update) }
    #expect(history.events == [3, 2, 1])
    #expect(checked.events == [1, 3])
    subscription.invalidate()
  }
}
