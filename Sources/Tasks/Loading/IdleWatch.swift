/// Tells how long a server has been silent, and when to look again.
///
/// Time in which this process could not run, as it was suspended, or its machine asleep, or all its threads busy, is not
/// the server's: what it has sent meanwhile lies here unread. So the limit is waited for in parts, and none of them
/// counts for longer than was asked for.
package struct IdleWatch {
  private static let partCount = 10

  private let limit: Duration
  private var idle = Duration.zero
  private var lastLook: ContinuousClock.Instant
  /// How long it was to be waited after the last look.
  private var pause = Duration.zero

  package init(limit: Duration, from start: ContinuousClock.Instant) {
    self.limit = min(limit, .longestSleep)
    lastLook = start
  }

  /// Returns how long to wait for the next look; nil when the server has been silent for the whole limit.
  package mutating func look(at now: ContinuousClock.Instant, lastActivity: ContinuousClock.Instant) -> Duration? {
    let silence = min(now - max(lastLook, lastActivity), pause)
    idle = lastActivity < lastLook ? idle + silence : silence
    guard idle < limit else { return nil }
    lastLook = now
    pause = min(max(limit / Self.partCount, .nanoseconds(1)), limit - idle)
    return pause
  }
}
