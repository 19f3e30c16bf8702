/// Tells how long a server has been silent, and when to look again.
///
/// Time in which this process could not run does not count, because the server may have sent bytes that are still
/// unread. So the limit is divided into parts, and no part counts for longer than its own length.
package struct IdleWatch {
  private static let partCount = 10

  private let limit: Duration
  private var idle = Duration.zero
  private var lastLook: ContinuousClock.Instant
  /// The length of the current part.
  private var pause = Duration.zero

  package init(limit: Duration, from start: ContinuousClock.Instant) {
    self.limit = min(limit, .longestSleep)
    lastLook = start
  }

  /// Returns the time until the next check, or nil if the server has sent nothing for the whole limit.
  package mutating func look(at now: ContinuousClock.Instant, lastActivity: ContinuousClock.Instant) -> Duration? {
    let silence = min(now - max(lastLook, lastActivity), pause)
    idle = lastActivity < lastLook ? idle + silence : silence
    guard idle < limit else { return nil }
    lastLook = now
    pause = min(max(limit / Self.partCount, .nanoseconds(1)), limit - idle)
    return pause
  }
}
