import TidingsCore

/// A manual scheduler is a clock for `Task.sleep(for:clock:)`.
///
/// A task may continue only after ``advance(by:)`` has returned. If it sleeps again, wait for its next job and advance the time again,
/// once for each sleep.
extension ManualScheduler: Clock {
  /// A time of a ``ManualScheduler``.
  public struct Instant: InstantProtocol {
    /// The time since the creation of the scheduler.
    public let uptime: Duration

    /// Creates an instant from the time since the creation of the scheduler.
    public init(uptime: Duration) { self.uptime = uptime }
    public func advanced(by duration: Duration) -> Instant { Instant(uptime: uptime.saturatingAdding(duration)) }
    public func duration(to other: Instant) -> Duration { other.uptime - uptime }
    public static func < (left: Instant, right: Instant) -> Bool { left.uptime < right.uptime }
  }

  /// The current time.
  public var now: Instant { Instant(uptime: uptime) }

  /// Zero.
  public var minimumResolution: Duration { .zero }

  /// Waits until a time, or returns immediately if it has passed. The tolerance is ignored.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the wait ends.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    guard deadline > now else { return }
    let (wakes, sleep) = AsyncStream<Void>.makeStream()
    let key = add({ sleep.yield() }) { max($0, deadline.uptime) }
    sleep.onTermination = { [self] _ in remove(key) }
    // Another thread may have advanced the time to the deadline before the job was added.
    if deadline <= now { sleep.yield() }
    for await _ in wakes { return }
    throw CancellationError()
  }
}
