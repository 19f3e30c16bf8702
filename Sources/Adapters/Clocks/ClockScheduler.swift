public import Dispatch
public import TidingsCore

/// A scheduler that measures time with a `Clock`, of the standard library or of a library for tests.
///
///     let scheduler = ClockScheduler(SuspendingClock(), on: .main)
///     let results = query.debounce(for: .milliseconds(300), scheduler: scheduler)
///
/// Jobs run on a dispatch queue. Those that become due together run in any order.
public struct ClockScheduler<C: Clock>: UpdateScheduler where C.Duration == Duration {
  private let clock: C
  private let queue: DispatchQueue
  private let start: C.Instant

  /// Creates a scheduler with a clock.
  ///
  /// - Parameters:
  ///   - clock: Measures the time, and sleeps.
  ///   - queue: Runs the jobs. The default is a new serial queue.
  public init(_ clock: C, on queue: DispatchQueue = DispatchQueue(label: "ClockScheduler")) {
    self.clock = clock
    self.queue = queue
    start = clock.now
  }

  /// The time of the clock since this scheduler was created.
  public var uptime: Duration { start.duration(to: clock.now) }

  /// Whether the calling code runs on the queue.
  public var isCurrent: Bool { queue.isCurrent }

  /// Runs the job on the queue. See ``UpdateScheduler/enqueue(_:)``.
  public func enqueue(_ job: @escaping @Sendable () -> Void) { queue.async(execute: job) }

  /// Runs the job on the queue after the delay, unless the returned subscription is invalidated before.
  ///
  /// A delay of a century or more never passes. See ``UpdateScheduler/enqueue(after:tolerance:_:)``.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let pending = PendingJob(job)
    // Instants of clocks trap on overflow, earlier than durations.
    let century = Duration.seconds(100 * 365 * 86_400 as Int64)
    guard delay < century else { return Subscription { pending.cancel() } }
    let due = clock.now.advanced(by: max(delay, .zero))
    let sleep = Task.detached {
      try await clock.sleep(until: due, tolerance: min(max(tolerance, .zero), century))
      queue.async { pending.run() }
    }
    return Subscription {
      sleep.cancel()
      pending.cancel()
    }
  }
}
