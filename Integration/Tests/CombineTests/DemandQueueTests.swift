import Testing
import TidingsCore

@testable import TidingsAdapters

@Suite("What waits for demand")
struct DemandQueueTests {
  private final class Queue {
    private var queue: DemandQueue<Int, Fault>

    init(_ buffering: Buffering) { queue = DemandQueue(buffering) }

    func put(_ value: Int) -> (canDeliver: Bool, dropped: Int?) { queue.put(value) }
    func put(_ end: DemandQueue<Int, Fault>.End) -> Bool { queue.put(end) }
    func add(_ count: Int?) -> Bool { queue.add(count) }
    func close() -> [Int] { queue.close() }

    /// The next step, in words.
    func next() -> String? {
      switch queue.next() {
      case .value(let value): "\(value)"
      case .end(.finished): "finished"
      case .end(.failure(let failure)): "\(failure)"
      case nil: nil
      }
    }
  }

  /// All steps.
  private func told(_ queue: Queue) -> [String] {
    Array(sequence(state: ()) { _ in queue.next() })
  }

  @Test func `receives the demanded number of updates`() {
    let queue = Queue(.unbounded)
    for value in 1...3 { #expect(!queue.put(value).canDeliver) }
    #expect(queue.add(2))
    #expect(told(queue) == ["1", "2"])
    #expect(queue.add(nil))
    #expect(told(queue) == ["3"])
    #expect(queue.put(4).canDeliver)
  }

  @Test func `is reported by one caller at a time`() {
    let queue = Queue(.unbounded)
    #expect(!queue.add(2))
    #expect(queue.put(1).canDeliver)
    #expect(!queue.put(2).canDeliver)
    #expect(!queue.add(1))
    #expect(told(queue) == ["1", "2"])
    #expect(queue.put(3).canDeliver)
  }

  @Test func `comes before the end, which needs no demand`() {
    let queue = Queue(.unbounded)
    _ = queue.put(1)
    #expect(!queue.put(.failure(.broken)))
    #expect(queue.add(1))
    #expect(told(queue) == ["1", "broken"])
    let empty = Queue(.unbounded)
    let canDeliver = empty.put(.finished)
    #expect(canDeliver)
    #expect(told(empty) == ["finished"])
  }

  @Test func `ends once, and takes nothing after the end`() {
    let queue = Queue(.unbounded)
    _ = queue.put(.failure(.broken))
    #expect(!queue.put(.finished))
    _ = queue.put(1)
    _ = queue.add(nil)
    #expect(told(queue) == ["broken"])
    #expect(!queue.add(1))
    let put = queue.put(2)
    #expect(!put.canDeliver && put.dropped == 2)
  }

  @Test func `is the newest, or the oldest, where the buffer has a limit`() {
    let newest = Queue(.newest(2))
    let dropped = (1...4).map { newest.put($0).dropped }
    #expect(dropped == [nil, nil, 1, 2])
    _ = newest.add(nil)
    #expect(told(newest) == ["3", "4"])
    let oldest = Queue(.oldest(2))
    let refused = (1...4).map { oldest.put($0).dropped }
    #expect(refused == [nil, nil, 3, 4])
    _ = oldest.add(nil)
    #expect(told(oldest) == ["1", "2"])
  }

  @Test func `is not limited as far as it is demanded`() {
    let queue = Queue(.newest(1))
    _ = queue.add(2)
    let dropped = (1...4).map { queue.put($0).dropped }
    #expect(dropped == [nil, nil, nil, 3])
    #expect(told(queue) == ["1", "2"])
    #expect(queue.add(nil))
    _ = queue.put(5)
    _ = queue.put(6)
    #expect(told(queue) == ["4", "5", "6"])
  }

  @Test func `is dropped when it is closed, in the middle of telling too`() {
    let queue = Queue(.unbounded)
    _ = queue.add(nil)
    _ = queue.put(1)
    _ = queue.put(2)
    #expect(queue.next() != nil)
    #expect(queue.close() == [2])
    #expect(queue.next() == nil)
    #expect(!queue.put(.finished))
  }

  @Test func `takes demands that add up to more than there are numbers as any number`() {
    let queue = Queue(.unbounded)
    _ = queue.add(.max)
    _ = queue.add(.max)
    _ = queue.put(1)
    #expect(told(queue) == ["1"])
  }
}
