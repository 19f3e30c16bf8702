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
  func `drops an update that equals the previous one`() {
    #expect(passed([1, 1, 2, 1]) { $0.removeDuplicates() } == [1, 2, 1])
  }

  @Test
  func `compares with the update last passed on, as its closure says`() {
    #expect(passed([10, 12, 14, 16, 30]) { $0.removeDuplicates { abs($0 - $1) < 5 } } == [10, 16, 30])
  }

  @Test
  func `of all drops updates that equal an earlier one`() {
    #expect(passed([1, 2, 1, 3, 2]) { $0.removeAllDuplicates() } == [1, 2, 3])
  }

  private struct Document: Sendable {
    let name: String
    let revision: Int
  }

  private func passed(_ apply: (Broadcaster<Document>) -> Broadcaster<Document>) -> [String] {
    let source = BroadcastSource<Document>()
    let history = History<String>()
    let subscription = apply(source.broadcaster).attach { history.record("\($0.name)\($0.revision)") }
    for (name, revision) in [("a", 1), ("b", 1), ("b", 2), ("a", 1), ("c", 1)] {
      source.send(Document(name: name, revision: revision))
    }
    source.finish()
    #expect(!subscription.isActive)
    return history.events
  }

  @Test
  func `by a property compares that with the one of the update last passed on`() {
    #expect(passed { $0.removeDuplicates(by: \.revision) } == ["a1", "b2", "a1"])
    #expect(passed { $0.removeDuplicates { $0.revision } } == ["a1", "b2", "a1"])
    #expect(passed { $0.removeDuplicates(by: \.name) } == ["a1", "b1", "a1", "c1"])
  }

  @Test
  func `by a property that is nil compares it like any other`() {
    let source = BroadcastSource<Int?>()
    let history = History<Int?>()
    let subscription = source.removeDuplicates(by: \.self).attach { history.record($0) }
    for update in [nil, nil, 1, nil] { source.send(update) }
    #expect(history.events == [nil, 1, nil])
    subscription.invalidate()
  }

  @Test
  func `of pairs, a closure of two arguments still compares two of them`() {
    let source = BroadcastSource<(Int, Int)>()
    let history = History<Int>()
    let subscription = source.removeDuplicates { $0 == $1 }.attach { history.record($0.0 * 10 + $0.1) }
    for update in [(1, 2), (1, 2), (3, 3), (4, 5)] { source.send(update) }
    #expect(history.events == [12, 33, 45])
    subscription.invalidate()
  }

  @Test
  func `of all by a property drops updates with an earlier property`() {
    #expect(passed { $0.removeAllDuplicates(by: \.revision) } == ["a1", "b2"])
    #expect(passed { $0.removeAllDuplicates { $0.name } } == ["a1", "b1", "c1"])
  }

  @Test
  func `by a property has a state for each subscription, and can be cancelled during an update`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let distinct = source.removeDuplicates { $0 % 10 }
    let early = distinct.attach { history.record($0) }
    source.send(1)
    let late = distinct.prefix(1).attach { history.record($0 * 100) }
    source.send(11)
    #expect(history.events == [1, 1_100])
    #expect(!late.isActive)
    early.invalidate()
    #expect(!source.hasSubscribers)
  }
}
