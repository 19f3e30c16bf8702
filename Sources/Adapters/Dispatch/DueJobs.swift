import TidingsCore

/// The jobs of timers. Whichever timer fires first, the job with the earliest due time runs.
///
/// When a queue was busy or suspended, several of its timers may have expired, in any order. A timer with a tolerance
/// may fire long after one with a later due time. A timer therefore runs the first due job, which may not be its own.
/// While more jobs are due, another pass follows.
final class DueJobs: Sendable {
  private let queue = Locked(JobQueue())

  /// Adds a job and returns the number with which it can be removed.
  func add(_ job: @escaping @Sendable () -> Void, due: Duration) -> UInt {
    queue.withLock { $0.add(job, due: due) }
  }

  /// Removes a job, unless it was already taken.
  func remove(_ number: UInt) {
    let job = queue.withLock { $0.remove(number) }
    withExtendedLifetime(job) {}
  }

  /// Runs the first job that is due.
  ///
  /// - Parameter another: Schedules another pass behind the pending work of the same queue. It is called before the job
  ///   runs, so that a concurrent queue can run both at the same time.
  func runNext(until now: Duration, another: () -> Void) {
    let (job, isMore) = queue.withLock { queue in
      let first = queue.takeFirst(until: now)
      return (first?.job, queue.nextDue.map { $0 <= now } ?? false)
    }
    if isMore { another() }
    job?()
  }
}
