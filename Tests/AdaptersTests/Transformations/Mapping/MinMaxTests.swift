import TestSupport
import Testing
import Tidings

@Suite("Min and max")
struct MinMaxTests {
  private struct Offer: Sendable, Equatable {
    let name: String
    let price: Int
  }

  private let offers = [("a", 2), ("b", 1), ("c", 3), ("d", 1), ("e", 3)].map { Offer(name: $0, price: $1) }

  @Test
  func `succeed at the end with the least and the greatest update`() {
    let source = BroadcastSource<Int>()
    let history = History<TaskUpdate<Never, Int?, Never>>()
    let subscriptions = [source.min(), source.max()].map { $0.attach { history.record($0) } }
    for update in [2, 1, 3, 2] { source.send(update) }
    #expect(history.events.isEmpty)
    source.finish()
    #expect(history.events == [.completed(.success(1)), .completed(.success(3))])
    #expect(subscriptions.allSatisfy { !$0.isActive })
  }

  @Test
  func `succeed with nil where there was no update`() async {
    #expect(await Broadcaster<Int>.empty.min().value == nil)
    #expect(await Broadcaster<Int>.empty.max().value == nil)
  }

  @Test
  func `by an order of one's own find the first of equals, as those of a sequence do`() async {
    let least = await offers.broadcaster().min { $0.price < $1.price }.value
    let greatest = await offers.broadcaster().max { $0.price < $1.price }.value
    #expect(least == offers.min { $0.price < $1.price })
    #expect(greatest == offers.max { $0.price < $1.price })
    #expect(least?.name == "b")
    #expect(greatest?.name == "c")
  }

  @Test
  func `find nil like any other update where updates are optional`() async {
    let updates: [Int?] = [1, nil, 2]
    let least = await updates.broadcaster().min { $0 ?? 0 < $1 ?? 0 }.value
    #expect(least == .some(nil))
  }

  @Test
  func `cancel the source with their last subscriber, and start again with the next`() {
    let source = BroadcastSource<Int>()
    let least = source.min()
    let first = least.attach { _ in }
    source.send(1)
    first.invalidate()
    #expect(!source.hasSubscribers)
    let history = History<TaskUpdate<Never, Int?, Never>>()
    let second = least.attach { history.record($0) }
    source.send(2)
    source.finish()
    #expect(history.events == [.completed(.success(2))])
    withExtendedLifetime(second) {}
  }
}
