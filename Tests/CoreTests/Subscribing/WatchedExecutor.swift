import Dispatch
import TestSupport
import Testing

/// Runs an actor on its own queue, so that a test can check whether code runs there, and wait for jobs.
final class WatchedExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "actor")
  private let key = DispatchSpecificKey<Bool>()
  private let arrivals = History<Void>()

  /// Executors are kept, because an executor is not retained inside `enqueue`. A job, such as an isolated deinit of its
  /// actor, may run before `enqueue` returns.
  private static let all = History<WatchedExecutor>()

  init() {
    queue.setSpecific(key: key, value: true)
    Self.all.record(self)
  }

  /// Whether the calling code runs on the actor.
  var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }

  /// Blocks until the total number of jobs exceeds a count.
  func waitForJob(after count: Int) {
    arrivals.waitForCount(count + 1)
  }

  /// The number of jobs so far.
  var jobCount: Int {
    arrivals.events.count
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    arrivals.record(())
  }

  func checkIsolated() {
    precondition(isCurrent)
  }
}
