import TidingsCore

/// Measures the time of deliveries.
enum RecordingClock: Sendable {
  case scheduler(any UpdateScheduler)
  case real(since: ContinuousClock.Instant)

  /// - Parameter scheduler: Nil for real time, from now on.
  init(timeOf scheduler: (any UpdateScheduler)?) {
    self = scheduler.map(RecordingClock.scheduler) ?? .real(since: .now)
  }

  var now: Duration {
    switch self {
    case .scheduler(let scheduler): scheduler.uptime
    case .real(let start): ContinuousClock.now - start
    }
  }
}
