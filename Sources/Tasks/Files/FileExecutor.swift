import Dispatch
import TidingsCore

/// An executor for Swift tasks that read and write files.
///
/// System calls on files block. In the concurrency pool, which has one thread per core, they would hold up all other
/// Swift tasks. This executor has a few threads of its own, which all file tasks share.
package final class FileExecutor: TaskExecutor {
  /// The executor of all file tasks. Eight threads keep a disk busy, also when a subscriber is slow.
  package static let shared = FileExecutor(width: 8)

  private let state: Locked<State>

  private struct State: Sendable {
    var waitingJobs = FIFO<UnownedJob>()
    /// Serial queues, because on Linux a concurrent queue shares its threads with the concurrency pool.
    var idleQueues: [DispatchQueue]
  }

  /// - Parameter width: The maximum number of jobs that run at the same time.
  package init(width: Int) {
    state = Locked(State(idleQueues: (0..<width).map { DispatchQueue(label: "Tidings.FileExecutor.\($0)") }))
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let queue = state.withLock { state in
      state.waitingJobs.append(job)
      return state.idleQueues.popLast()
    }
    if let queue { queue.async { [self] in runJobs(on: queue) } }
  }

  private func runJobs(on queue: DispatchQueue) {
    // `unsafe`: the executor is kept by this call, which outlives the job that it runs.
    while let job = nextJob(for: queue) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func nextJob(for queue: DispatchQueue) -> UnownedJob? {
    state.withLock { state in
      let job = state.waitingJobs.popFirst()
      if job == nil { state.idleQueues.append(queue) }
      return job
    }
  }
}

extension FileExecutor {
  /// Calls a function that blocks.
  func run<Success: Sendable, Failure: Error>(
    _ body: @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await withTaskExecutorPreference(self) { () async throws(Failure) in try await Self.call(body) }
  }

  @concurrent
  private static func call<Success: Sendable, Failure: Error>(
    _ body: @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try body()
  }
}
