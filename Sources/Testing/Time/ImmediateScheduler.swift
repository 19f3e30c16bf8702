public import TidingsCore

/// A scheduler without delays: every job runs immediately, as if its time had come.
///
///     let results = query.debounce(for: .milliseconds(300), scheduler: ImmediateScheduler())
///
/// For tests that do not care when things happen. A job runs on the thread that enqueues it, before `enqueue` returns,
/// but for a job that is enqueued by another job: that runs when the other has returned. Time jumps to that of the job
/// that runs. Something that repeats for ever, a timer, would never return: it wants a ``ManualScheduler``.
public final class ImmediateScheduler: UpdateScheduler {
  private let time = ManualScheduler()
  /// Whether somebody runs jobs.
  private let isRunning = Locked(false)

  /// A scheduler at time zero.
  public init() {}

  /// How much time has been jumped over.
  public var uptime: Duration { time.uptime }

  /// Whether the calling code is a job of this scheduler.
  public var isCurrent: Bool { time.isCurrent }

  /// Runs the job immediately.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    time.enqueue(job)
    run()
  }

  /// Runs the job immediately, after advancing the time. The tolerance is ignored.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let subscription = time.enqueue(after: delay, tolerance: tolerance, job)
    run()
    return subscription
  }

  /// Runs what waits, unless somebody is at it: they will.
  private func run() {
    let isFirst = isRunning.withLock { isRunning in
      defer { isRunning = true }
      return !isRunning
    }
    guard isFirst else { return }
    repeat { time.run(limit: .max) } while !stopIfDone()
  }

  /// In one step, so that nobody leaves a job to who has just stopped.
  private func stopIfDone() -> Bool {
    isRunning.withLock { isRunning in
      isRunning = time.pendingJobs > 0
      return !isRunning
    }
  }
}
