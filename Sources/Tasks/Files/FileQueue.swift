import Dispatch
import Synchronization
import TidingsCore

/// Something to do with a file, a few milliseconds at a time.
package protocol FileJob: Sendable {
  /// Does the next part, and returns whether there is more. Called by one thread at a time.
  func turn() -> Bool
}

/// Where files are read and written: a few threads, which all jobs share in turns.
///
/// System calls on files block, so they must not run in the concurrency pool; and a thread for each of a thousand files
/// would be a thousand threads. Here a job that waits for its turn, or for a slow consumer, holds no thread.
///
/// Reading 1 GiB from memory this way was measured at 0.90 to 1.05 times the speed of a bare `pread` loop in chunks of
/// 16 KiB to 1 MiB, DispatchIO at 0.31, 0.50, 0.66 and 0.77.
package final class FileQueue: Sendable {
  package static let shared = FileQueue(width: 8)

  private let state: Locked<State>

  private struct State: Sendable {
    var waiting = FIFO<any FileJob>()
    /// Serial ones, because a concurrent queue has its threads in common with the concurrency pool on Linux, no more than
    /// there are cores: two long readings would stop every Swift task of a small machine.
    var idle: [DispatchQueue]
  }

  /// - Parameter width: How many jobs run at once: enough to keep a disk busy, also when a subscriber is slow.
  package init(width: Int) {
    state = Locked(State(idle: (0..<width).map { DispatchQueue(label: "Tidings.FileQueue.\($0)") }))
  }

  /// Gives a job its turns, after those of all jobs that are waiting.
  package func add(_ job: any FileJob) {
    let thread = state.withLock { state in
      state.waiting.append(job)
      return state.idle.popLast()
    }
    if let thread { thread.async { [self] in work(on: thread) } }
  }

  /// Calls a function that blocks.
  package func run<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await awaiting(isolation: isolation) { done in
      add(Call { done(body()) })
    }
  }

  private func work(on thread: DispatchQueue) {
    while let job = next(for: thread) {
      if job.turn() { state.withLock { $0.waiting.append(job) } }
    }
  }

  private func next(for thread: DispatchQueue) -> (any FileJob)? {
    state.withLock { state in
      let job = state.waiting.popFirst()
      if job == nil { state.idle.append(thread) }
      return job
    }
  }

  private struct Call: FileJob {
    let body: @Sendable () -> Void

    func turn() -> Bool {
      body()
      return false
    }
  }
}
