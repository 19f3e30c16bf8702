import TestSupport
import Testing
import Tidings

@Suite("Collect")
struct CollectTests {
  /// The groups of 1, 2 and 3 at the end of each step.
  private func groups(of count: Int) -> [[[Int]]] {
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.collect(count).attach { history.record($0) }
    var steps: [[[Int]]] = []
    for update in [1, 2, 3] {
      source.send(update)
      steps.append(history.events)
    }
    source.finish()
    #expect(!subscription.isActive)
    return steps + [history.events]
  }

  @Test
  func `passes on a group when it is full, and the rest at the end`() {
    #expect(groups(of: 2) == [[], [[1, 2]], [[1, 2]], [[1, 2], [3]]])
    #expect(groups(of: 9) == [[], [], [], [[1, 2, 3]]])
  }

  @Test
  func `passes on no empty rest`() {
    #expect(groups(of: 3) == [[], [], [[1, 2, 3]], [[1, 2, 3]]])
    #expect(groups(of: 1).last == [[1], [2], [3]])
  }

  @Test
  func `puts updates that are sent during a group into the next`() {
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.collect(2).attach { group in
      history.record(group)
      if group == [1, 2] { source.send(3) }
    }
    for update in [1, 2, 4] { source.send(update) }
    #expect(history.events == [[1, 2], [3, 4]])
    subscription.invalidate()
  }

  @Test
  func `delivers no rest to a subscriber that has unsubscribed`() {
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.collect(2).prefix(1).attach { history.record($0) }
    for update in [1, 2, 3] { source.send(update) }
    #expect(!source.hasSubscribers)
    source.finish()
    #expect(history.events == [[1, 2]])
    subscription.invalidate()
  }

  @Test
  func `of groups of none traps with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Broadcaster<Int>.never.collect(0)
    }
    #expect(result.message.contains("collect(_:) takes a count of one or more, not 0"))
  }

  @Test
  func `of everything completes with all updates when the source ends`() {
    let source = BroadcastSource<Int>()
    let history = History<TaskUpdate<Never, [Int], Never>>()
    let subscription = source.collect().attach { history.record($0) }
    for update in [1, 2, 3] { source.send(update) }
    #expect(history.events.isEmpty)
    source.finish()
    #expect(history.events == [.completed(.success([1, 2, 3]))])
    #expect(!subscription.isActive)
  }

  @Test
  func `of everything completes with an empty array when there is nothing`() async {
    #expect(await Broadcaster<Int>.empty.collect().value == [])
  }
}
