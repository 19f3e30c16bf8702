import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("JobQueue")
struct JobQueueTests {
  private let history = History<Int>()

  private func job(_ number: Int) -> @Sendable () -> Void {
    { [history] in history.record(number) }
  }

  private func run(_ queue: inout JobQueue, until time: Duration) -> [Int] {
    let before = history.events.count
    while let (_, job) = queue.takeFirst(until: time) { job() }
    return Array(history.events.dropFirst(before))
  }

  @Test func `gives jobs in the order of their times, and among equal times as they came`() {
    var queue = JobQueue()
    for (number, due) in [(3, 2), (1, 1), (4, 2), (2, 1), (5, 3)] { _ = queue.add(job(number), due: .seconds(due)) }
    #expect(queue.count == 5)
    #expect(queue.nextDue == .seconds(1))
    #expect(run(&queue, until: .seconds(2)) == [1, 2, 3, 4])
    #expect(queue.nextDue == .seconds(3))
  }

  @Test func `forgets removed jobs, and their times`() {
    var queue = JobQueue()
    let first = queue.add(job(1), due: .seconds(1))
    let second = queue.add(job(2), due: .seconds(2))
    #expect(queue.remove(first) != nil)
    #expect(queue.remove(first) == nil)
    #expect(queue.nextDue == .seconds(2))
    #expect(run(&queue, until: .seconds(2)) == [2])
    #expect(queue.remove(second) == nil)
    #expect(queue.nextDue == nil)
  }

  @Test func `agrees with sorting after any additions and removals`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var queue = JobQueue()
      var model: [(due: Int, number: Int, key: JobQueue.Key)] = []
      for number in 0..<200 {
        if let index = model.indices.randomElement(using: &generator), Bool.random(using: &generator) {
          #expect(queue.remove(model.remove(at: index).key) != nil)
        }
        let due = Int.random(in: 0..<20, using: &generator)
        model.append((due, number, queue.add(job(number), due: .seconds(due))))
      }
      #expect(run(&queue, until: .longest) == model.sorted { ($0.due, $0.number) < ($1.due, $1.number) }.map(\.number))
    }
  }
}
