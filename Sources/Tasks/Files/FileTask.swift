import Dispatch
public import TidingsCore

/// A task that reads, writes or copies a file. It reports the number of bytes and fails with a ``FileError``.
///
/// It starts with its first subscriber and shares its run, as a ``TransferTask`` does.
public typealias FileTask<Success> = PublishedTask<TransferProgress, Success, FileError>

extension PublishedTask where Progress == TransferProgress, Failure == FileError {
  init(onFileExecutor operation: @escaping @Sendable (inout FileProgress) async throws(FileError) -> Success) {
    self.init(start: { run in
      let task = Task.detached(executorPreference: FileExecutor.shared, priority: Task.currentPriority) {
        var progress = FileProgress { run.report($0) }
        do throws(FileError) {
          let success = try await operation(&progress)
          progress.finish()
          run.succeed(success)
        } catch { run.fail(error) }
      }
      return Subscription { task.cancel() }
    })
  }
}

struct FileProgress: Sendable {
  /// How long a run uses its thread before another run gets it.
  private static let turn = Duration.milliseconds(2)

  private let report: @Sendable (TransferProgress) -> Void
  private var meter: TransferMeter
  private var turnStart: ContinuousClock.Instant

  init(_ report: @escaping @Sendable (TransferProgress) -> Void) {
    self.report = report
    turnStart = .now
    meter = TransferMeter(at: turnStart)
  }

  mutating func expect(_ byteCount: Int64?) { if let progress = meter.expect(byteCount, at: .now) { report(progress) } }

  /// Counts bytes that were read or written. Suspends from time to time, so that other runs get the thread.
  mutating func advance(by byteCount: Int) async throws(FileError) {
    let now = ContinuousClock.now
    meter.reach(meter.progress.transferredBytes + Int64(byteCount), at: now)
    if let dueTime = meter.dueTime, dueTime <= now, let progress = meter.reportBytes(at: now) { report(progress) }
    if now - turnStart >= Self.turn {
      await Task.yield()
      turnStart = .now
    }
    guard !Task.isCancelled else { throw .cancellation }
  }

  /// Reports that all bytes are there. The number of bytes of a virtual file is known only now.
  mutating func finish() { if let progress = meter.finish(at: .now) { report(progress) } }
}

/// An executor for Swift tasks that read and write files.
///
/// System calls on files block. In the concurrency pool, which has one thread per core, they would hold up all other Swift tasks.
package final class FileExecutor: TaskExecutor {
  /// The executor of all file tasks. Eight threads keep a disk busy, also when a subscriber is slow.
  package static let shared = FileExecutor(width: 8)

  private let state: Locked<State>

  private struct State: Sendable {
    var waitingJobs = FIFO<UnownedJob>()
    /// Serial queues, because on Linux a concurrent queue shares its threads with the concurrency pool.
    var idleQueues: [DispatchQueue]
  }

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

  /// Calls a function that blocks.
  func run<Success: Sendable, Failure: Error>(
    _ body: @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await withTaskExecutorPreference(self) { () async throws(Failure) in try await Self.call(body) }
  }

  @concurrent private static func call<Success: Sendable, Failure: Error>(
    _ body: @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try body()
  }
}
