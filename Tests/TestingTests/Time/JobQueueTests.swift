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

  @Test func `agrees with sorting after any additions and removals`() {
    var generator = SplitMix64(seed: 1)
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
