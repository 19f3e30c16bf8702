import Foundation

/// Real threads that are used again for each schedule: starting one would take longer than running most schedules.
final class WorkerPool {
  private var workers: [Worker] = []

  subscript(index: Int) -> Worker {
    while workers.count <= index { workers.append(Worker()) }
    return workers[index]
  }

  /// Ends the threads; all must be idle.
  func stop() {
    for worker in workers { worker.wake() }
    workers = []
  }
}

/// A real thread that waits for its turn, between jobs and in the middle of them.
///
/// Invariant behind `@unchecked`: `job` is written only by the thread whose turn it is, and read by this one when it
/// has been woken; the semaphore orders the two.
final class Worker: @unchecked Sendable {
  private let turn = DispatchSemaphore(value: 0)
  var job: (execution: Execution, thread: Int)?

  init() {
    let thread = Thread { [self] in
      while takeJob() {}
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  private func takeJob() -> Bool {
    turn.wait()
    guard let job else { return false }
    self.job = nil
    job.execution.perform(job.thread)
    return true
  }

  func wake() {
    turn.signal()
  }

  func waitForTurn() {
    turn.wait()
  }
}
