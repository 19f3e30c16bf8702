import Synchronization
public import TidingsCore

/// A scheduler without delays, which runs every job immediately.
///
///     let results = query.debounce(for: .milliseconds(300), scheduler: ImmediateScheduler())
///
/// For tests in which time does not matter. A job runs on the enqueueing thread, before `enqueue` returns. A job that
/// is enqueued by another job runs after it. If another thread runs jobs, it also runs this one, and `enqueue` returns
/// before. The time jumps to that of the job. A repeating timer ends the program, so use a ``ManualScheduler`` for it.
public final class ImmediateScheduler: UpdateScheduler {
  private let time = ManualScheduler()
  /// The calls whose jobs may not have run.
  private let calls = Atomic(0)

  /// Creates a scheduler at time zero.
  public init() {}

  /// The virtual time that has passed.
  public var uptime: Duration { time.uptime }

  /// Whether the calling code is a job of this scheduler.
  public var isCurrent: Bool { time.isCurrent }

  /// Runs the job immediately, unless another thread or job runs it later.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    time.enqueue(job)
    run()
  }

  /// Runs the job immediately, after advancing the time. The tolerance is ignored.
  ///
  /// - Parameters:
  ///   - delay: The time by which the virtual time advances.
  ///   - tolerance: Ignored.
  ///   - job: Runs before this returns, unless jobs are running.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let subscription = time.enqueue(after: delay, tolerance: tolerance, job)
    run()
    return subscription
  }

  /// Runs pending jobs, unless another thread or job does. That one runs them once more for each call.
  private func run() {
    guard calls.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat {
      time.run(limit: 1_000_000)
    } while calls.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
  }
}
