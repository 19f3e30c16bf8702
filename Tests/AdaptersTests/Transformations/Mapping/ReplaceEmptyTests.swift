import TestSupport
import Testing
import Tidings

@Suite("ReplaceEmpty")
struct ReplaceEmptyTests {
  private let source = BroadcastSource<Int>()
  private let history = History<String>()

  @Test func `delivers its value to each subscriber that has received no update since its subscription`() {
    let replaced = source.replaceEmpty(with: 0)
    let early = replaced.attach { [history] in history.record("early \($0)") }
    source.send(1)
    let late = replaced.attach { [history] in history.record("late \($0)") }
    source.finish()
    #expect(history.events == ["early 1", "late 0"])
    withExtendedLifetime((early, late)) {}
  }

  @Test func `delivers no replacement to a subscriber that has unsubscribed, even during an update`() {
    let outside = source.replaceEmpty(with: 0).recordAll(in: history)
    outside.invalidate()
    #expect(!source.hasSubscribers)
    let inside = source.replaceEmpty(with: 0).prefix(1).recordAll(in: history)
    source.send(1)
    source.finish()
    #expect(history.events == ["1", "end"])
    #expect(!inside.isActive)
  }
}
