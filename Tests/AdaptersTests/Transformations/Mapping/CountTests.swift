import TestSupport
import Testing
import Tidings

@Suite("Count")
struct CountTests {
  @Test
  func `succeeds at the end of each run with the number of updates`() {
    let source = BroadcastSource<String>()
    let history = History<TaskUpdate<Never, Int, Never>>()
    let count = source.count()
    let first = count.attach { _ in }
    source.send("x")
    first.invalidate()
    #expect(!source.hasSubscribers)
    let second = count.attach { history.record($0) }
    for update in ["a", "b"] { source.send(update) }
    #expect(history.events.isEmpty)
    source.finish()
    #expect(history.events == [.completed(.success(2))])
    #expect(!second.isActive)
  }

  @Test
  func `is zero of none, and one of a constant`() async {
    #expect(await Broadcaster<Int>.empty.count().value == 0)
    #expect(await PublishedValue(constant: "x").count().value == 1)
  }
}
