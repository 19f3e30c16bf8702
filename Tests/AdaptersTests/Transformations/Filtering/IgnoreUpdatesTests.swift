import TestSupport
import Testing
import Tidings

@Suite("IgnoreUpdates")
struct IgnoreUpdatesTests {
  @Test
  func `passes on nothing but the end`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = source.ignoreUpdates().attach { _ in }
    subscription.whenEnded { history.record("end") }
    source.send(1)
    source.finish()
    #expect(history.events == ["end"])
  }
}
