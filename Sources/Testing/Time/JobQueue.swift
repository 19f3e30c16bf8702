/// A queue of jobs in the order of their due times, and for equal times in the order of insertion.
///
/// A binary heap of numbers. The jobs are stored separately, so that removing one needs no search in the heap.
package struct JobQueue: Sendable {
  package typealias Job = @Sendable () -> Void

  private struct Entry: Sendable {
    let due: Duration
    let number: UInt

    func comes(before other: Entry) -> Bool {
      (due, number) < (other.due, other.number)
    }
  }

  /// The first entry belongs to a job. Other entries may belong to removed jobs.
  private var heap: [Entry] = []
  private var jobs: [UInt: Job] = [:]
  private var lastNumber: UInt = 0

  package init() {}

  package var count: Int { jobs.count }

  package var nextDue: Duration? { heap.first?.due }

  /// Adds a job and returns the number with which it can be removed.
  package mutating func add(_ job: @escaping Job, due: Duration) -> UInt {
    lastNumber += 1
    jobs[lastNumber] = job
    heap.append(Entry(due: due, number: lastNumber))
    moveUp()
    return lastNumber
  }

  /// Removes and returns a job, unless it was already taken. The caller releases it.
  package mutating func remove(_ number: UInt) -> Job? {
    guard let job = jobs.removeValue(forKey: number) else { return nil }
    // Removed entries must not accumulate behind a job that is due much later.
    if heap.count > 2 * jobs.count + 16 { rebuild() }
    dropRemoved()
    return job
  }

  /// Removes and returns the next job if it is due.
  package mutating func takeFirst(until time: Duration) -> (due: Duration, job: Job)? {
    guard let first = heap.first, first.due <= time, let job = jobs.removeValue(forKey: first.number) else {
      return nil
    }
    dropRemoved()
    return (first.due, job)
  }

  private mutating func dropRemoved() {
    while let first = heap.first, jobs[first.number] == nil {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
      moveDown()
    }
  }

  /// A sorted array is a heap.
  private mutating func rebuild() {
    heap = heap.filter { jobs[$0.number] != nil }.sorted { $0.comes(before: $1) }
  }

  private mutating func moveUp() {
    var index = heap.count - 1
    while index > 0, heap[index].comes(before: heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func moveDown() {
    var index = 0
    while true {
      let first = earlier(of: index, and: 2 * index + 1)
      let next = earlier(of: first, and: 2 * index + 2)
      guard next != index else { return }
      heap.swapAt(index, next)
      index = next
    }
  }

  private func earlier(of index: Int, and child: Int) -> Int {
    child < heap.count && heap[child].comes(before: heap[index]) ? child : index
  }
}
