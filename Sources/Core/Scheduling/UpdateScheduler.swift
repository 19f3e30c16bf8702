/// A scheduler of jobs, such as a dispatch queue or a scheduler with virtual time.
public protocol UpdateScheduler: Sendable {
  /// The time since an arbitrary moment in the past. It never decreases.
  var uptime: Duration { get }

  /// Whether the calling code already runs on this scheduler.
  var isCurrent: Bool { get }

  /// Runs the job as soon as possible, after the jobs that were enqueued before it.
  func enqueue(_ job: @escaping @Sendable () -> Void)

  /// Runs the job after the delay, unless the returned subscription is invalidated before.
  ///
  /// - Parameters:
  ///   - delay: Zero or less means as soon as possible.
  ///   - tolerance: The additional delay that is accepted in order to save energy.
  func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription
}

extension UpdateScheduler {
  /// Runs the job after the delay, without a tolerance.
  public func enqueue(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    enqueue(after: delay, tolerance: .zero, job)
  }
}

extension Duration {
  /// The longest duration. A wait of this duration never ends.
  @usableFromInline
  package static var longest: Duration { Duration(attoseconds: .max) }

  /// Returns the sum, or the nearest representable duration if the sum overflows.
  @usableFromInline
  package func saturatingAdding(_ other: Duration) -> Duration {
    let (sum, isOverflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    guard isOverflow else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: attoseconds > 0 ? .max : .min)
  }
}
