import TestSupport
import Testing
import Tidings

@Suite("Drop")
struct DropTests {
  @Test func `drops the first updates of each subscription`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let changes = property.publishedValue.dropFirst()
    let first = changes.attach { history.record($0) }
    property.value = 2
    let second = changes.attach { history.record($0 * 10) }
    property.value = 3
    #expect(history.events == [2, 3, 30])
    first.invalidate()
    second.invalidate()
  }

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

  @Test func `traps if the count is negative`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Broadcaster<Int>.never.dropFirst(-1)
    }
    #expect(result.message.contains("dropFirst(_:) takes a count of zero or more, not -1"))
  }
}
