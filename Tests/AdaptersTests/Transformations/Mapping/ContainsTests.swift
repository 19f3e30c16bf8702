import TestSupport
import Testing
import Tidings

@Suite("Contains and allSatisfy")
struct ContainsTests {
  private let source = BroadcastSource<Int>()
  private let history = History<TaskUpdate<Never, Bool, Never>>()

  @Test
  func `contains succeeds with true at the first update that satisfies its condition, and gives the source up`() {
    let subscription = source.contains { $0 > 2 }.attach { [history] in history.record($0) }
    for update in [1, 2] { source.send(update) }
    #expect(history.events.isEmpty)
    source.send(3)
    #expect(history.events == [.completed(.success(true))])
    #expect(!source.hasSubscribers)
    #expect(!subscription.isActive)
  }

  @Test
  func `allSatisfy succeeds with false at the first update that does not, and gives the source up`() {
    let subscription = source.allSatisfy { $0 < 3 }.attach { [history] in history.record($0) }
    for update in [1, 2] { source.send(update) }
    #expect(history.events.isEmpty)
    source.send(3)
    #expect(history.events == [.completed(.success(false))])
    #expect(!source.hasSubscribers)
    #expect(!subscription.isActive)
  }

  @Test
  func `both tell the opposite at the end`() async {
    let tasks = [source.contains { $0 > 9 }, source.allSatisfy { $0 < 9 }, source.contains(9)]
    let subscriptions = tasks.map { $0.attach { [history] in history.record($0) } }
    source.send(1)
    source.finish()
    #expect(history.events == [false, true, false].map { .completed(.success($0)) })
    withExtendedLifetime(subscriptions) {}
  }

  @Test
  func `both know immediately of an empty publisher, and of a value whose current one decides`() async {
    #expect(await !Broadcaster<Int>.empty.contains(1).value)
    #expect(await Broadcaster<Int>.empty.allSatisfy { _ in false }.value)
    let property = PublishedProperty(1)
    #expect(await property.contains(1).value)
    #expect(await !property.allSatisfy { $0 > 1 }.value)
    #expect(!property.hasSubscribers)
  }

  @Test
  func `contains asks for its condition once for all subscribers, and no more when it is true`() {
    let asked = History<Int>()
    let task = source.contains { update in
      asked.record(update)
      return update == 2
    }
    let subscriptions = (0..<2).map { _ in
      task.attach { [history, source] in
        history.record($0)
        source.send(3)
      }
    }
    for update in [1, 2, 2] { source.send(update) }
    #expect(asked.events == [1, 2])
    #expect(history.events == Array(repeating: .completed(.success(true)), count: 2))
    withExtendedLifetime(subscriptions) {}
  }

  @Test
  func `both cancel the source with their last subscriber, and start again with the next`() {
    let task = source.allSatisfy { $0 < 3 }
    let first = task.attach { _ in }
    first.invalidate()
    #expect(!source.hasSubscribers)
    source.send(9)
    let second = task.attach { [history] in history.record($0) }
    source.send(1)
    source.finish()
    #expect(history.events == [.completed(.success(true))])
    withExtendedLifetime(second) {}
  }
}
