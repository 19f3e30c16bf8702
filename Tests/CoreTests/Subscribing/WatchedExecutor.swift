import Dispatch
import TestSupport

/// Runs an actor on a queue of its own, so that a test can see whether code runs there, and what is about to.
final class WatchedExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "actor")
  private let key = DispatchSpecificKey<Bool>()
  private let arrivals = History<Void>()

  init() {
    queue.setSpecific(key: key, value: true)
  }

  /// Whether the calling code runs on the actor.
  var isCurrent: Bool {
    DispatchQueue.getSpecific(key: key) == true
  }

  /// Blocks until a job has been added to those of before.
  func waitForJob(after count: Int) {
    arrivals.waitForCount(count + 1)
  }

  /// The number of jobs so far.
  var jobCount: Int {
    arrivals.events.count
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job may be the isolated deinit of the actor that owns this executor, and then it is gone after it.
    let arrivals = arrivals
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    arrivals.record(())
  }

  func checkIsolated() {
    precondition(isCurrent)
  }
}
