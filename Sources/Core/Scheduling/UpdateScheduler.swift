/// Runs jobs later, in a place of its own: a dispatch queue, or a stand-in with virtual time.
public protocol UpdateScheduler: Sendable {
  /// The time since an arbitrary moment in the past; it never goes back.
  var uptime: Duration { get }

  /// Whether the calling code already runs where this scheduler runs its jobs.
  var isCurrent: Bool { get }

  /// Runs the job as soon as possible, after those enqueued before it.
  func enqueue(_ job: @escaping @Sendable () -> Void)

  /// Runs the job once the delay has passed, unless the returned subscription is invalidated before.
  ///
  /// - Parameters:
  ///   - delay: Zero or less means as soon as possible.
  ///   - tolerance: How much later the job may run, to save energy.
  func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription
}

extension UpdateScheduler {
  /// Runs the job once the delay has passed, with no tolerance asked for.
  public func enqueue(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    enqueue(after: delay, tolerance: .zero, job)
  }
}

extension Duration {
  /// The longest there is: never, where it is waited for.
  @usableFromInline
  package static var longest: Duration {
    Duration(attoseconds: .max)
  }

  /// The sum, or the longest duration where that would overflow.
  @usableFromInline
  package func saturatingAdding(_ other: Duration) -> Duration {
    let (sum, isOverflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    guard isOverflow else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: attoseconds > 0 ? .max : .min)
  }
}
