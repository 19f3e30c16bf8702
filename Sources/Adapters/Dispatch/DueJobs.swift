import TidingsCore

/// Jobs that timers make due. Whichever timer comes first, the job that was due first runs.
///
/// A queue that was busy or suspended finds several timers over, in any order, and one with a tolerance may be over
/// long after one that was due later. So a timer runs not its own job, but the first that is due; and as long as others
/// are, it is followed by another turn.
final class DueJobs: Sendable {
  private let queue = Locked(JobQueue())

  /// Adds a job and returns the number that removes it.
  func add(_ job: @escaping @Sendable () -> Void, due: Duration) -> UInt {
    queue.withLock { $0.add(job, due: due) }
  }

  /// Removes a job, unless it was taken before.
  func remove(_ number: UInt) {
    let job = queue.withLock { $0.remove(number) }
    withExtendedLifetime(job) {}
  }

  /// Runs the first job that is due.
  ///
  /// - Parameter another: Has this done once more, after what waits in the same place; called before the job runs, so
  ///   that a place with several threads can do both at once.
  func runNext(until now: Duration, another: () -> Void) {
    let (job, isMore) = queue.withLock { queue in
      let first = queue.takeFirst(until: now)
      return (first?.job, queue.nextDue.map { $0 <= now } ?? false)
    }
    if isMore { another() }
    job?()
  }
}
