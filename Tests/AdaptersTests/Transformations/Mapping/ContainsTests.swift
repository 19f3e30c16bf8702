import TestSupport
import Testing
import Tidings

@Suite("Contains and allSatisfy")
struct ContainsTests {
  private let source = BroadcastSource<Int>()
  private let history = History<TaskUpdate<Never, Bool, Never>>()

  @Test func `both complete immediately for an empty publisher and for a decisive current value`() async {
    #expect(await !Broadcaster<Int>.empty.contains(1).value)
    #expect(await Broadcaster<Int>.empty.allSatisfy { _ in false }.value)
    let property = PublishedProperty(1)
    #expect(await property.contains(1).value)
    #expect(await !property.allSatisfy { $0 > 1 }.value)
    #expect(!property.hasSubscribers)
  }

  @Test func `contains calls its condition once for all subscribers, and not after it was true`() {
    let checked = History<Int>()
    let task = source.contains { update in
      checked.record(update)
      return update == 2
    }
    let subscriptions = (0..<2).map { _ in
      task.attach { [history, source] in
        history.record($0)
        source.send(3)
      }
    }
    for update in [1, 2, 2] { source.send(update) }
    #expect(checked.events == [1, 2])
    #expect(history.events == Array(repeating: .completed(.success(true)), count: 2))
    withExtendedLifetime(subscriptions) {}
  }
}
