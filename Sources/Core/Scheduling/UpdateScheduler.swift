/// A scheduler of jobs, such as a dispatch queue or a scheduler with virtual time.
///
/// All members can be used on any thread, also by jobs. Each job runs once, and jobs without a delay in the order in which they
/// were enqueued. Operators also accept a concurrent scheduler, such as a global queue. <doc:ThreadsOrderAndLifetime> has the
/// contracts S1 to S5, and <doc:OwnOperators> has an example.
public protocol UpdateScheduler: Sendable {
  /// The time since an arbitrary moment in the past. It never decreases.
  var uptime: Duration { get }

  /// Whether the calling code already runs on this scheduler.
  var isCurrent: Bool { get }

  /// Runs the job as soon as possible, after the jobs that were enqueued before it.
  ///
  /// Returns without waiting for the job. A scheduler that runs the job before it returns, such as one for tests, must not hold
  /// a lock while it does.
  func enqueue(_ job: @escaping @Sendable () -> Void)

  /// Runs the job after the delay, unless the returned subscription is invalidated before.
  ///
  /// A delay that is too long for the scheduler never passes. The job is released when it has run or was cancelled.
  ///
  /// - Parameters:
  ///   - delay: Zero or less means as soon as possible.
  ///   - tolerance: The additional delay that is accepted in order to save energy.
  ///   - job: Runs once, on this scheduler.
  func enqueue(after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription
}

extension UpdateScheduler {
  /// Runs the job after the delay, without a tolerance. See ``enqueue(after:tolerance:_:)``.
  public func enqueue(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    enqueue(after: delay, tolerance: .zero, job)
  }
}

extension Duration {
  /// A wait of this duration never ends.
  @usableFromInline package static var longest: Duration { Duration(attoseconds: .max) }

  /// Returns the sum, or the nearest representable duration if the sum overflows.
  @usableFromInline package func saturatingAdding(_ other: Duration) -> Duration {
    let (sum, isOverflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    guard isOverflow else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: attoseconds > 0 ? .max : .min)
  }
}
