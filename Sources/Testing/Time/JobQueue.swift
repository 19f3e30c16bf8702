import TidingsCore

/// The jobs of a scheduler in the order of their due times, and for equal times in the order of insertion.
package struct JobQueue: Sendable {
  /// Identifies a job, and sorts it.
  package struct Key: Comparable, Sendable {
    let due: Duration
    let number: UInt

    package static func < (left: Key, right: Key) -> Bool { (left.due, left.number) < (right.due, right.number) }
  }

  package typealias Job = @Sendable () -> Void

  private struct Entry: Sendable {
    let key: Key
    var job: Job
  }

  /// Sorted, so that a job that is due after all others is added at the end. The first `taken` entries were already removed.
  private var jobs: [Entry] = []
  private var taken = 0
  private var lastNumber: UInt = 0

  package init() {}
  package var count: Int { jobs.count - taken }

  /// The due time of the next job, or nil if none is ever due.
  package var nextDue: Duration? { count == 0 || jobs[taken].key.due == .longest ? nil : jobs[taken].key.due }

  /// Adds a job and returns the key with which it can be removed.
  package mutating func add(_ job: @escaping Job, due: Duration) -> Key {
    lastNumber += 1
    let key = Key(due: due, number: lastNumber)
    jobs.insert(Entry(key: key, job: job), at: index(of: key))
    return key
  }

  /// Removes and returns a job, unless it was already taken. The caller releases it.
  package mutating func remove(_ key: Key) -> Job? {
    let index = index(of: key)
    guard index < jobs.count, jobs[index].key == key else { return nil }
    return jobs.remove(at: index).job
  }

  /// Removes and returns the next job if it is due.
  package mutating func takeFirst(until time: Duration) -> (due: Duration, job: Job)? {
    guard let due = nextDue, due <= time else { return nil }
    let next = jobs[taken]
    jobs[taken].job = {}
    taken += 1
    if taken > jobs.count / 2 {
      jobs.removeFirst(taken)
      taken = 0
    }
    return (due, next.job)
  }

  /// Returns the index of the first job that is not due before the key.
  private func index(of key: Key) -> Int {
    var range = taken..<jobs.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = jobs[middle].key < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
