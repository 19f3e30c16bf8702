import TidingsCore

/// The times of a timer: the first after a delay, and, if it repeats, one more at the end of each interval.
struct TimerPlan: Sendable, Equatable {
  let delay: Duration
  let interval: Duration?
  let tolerance: Duration

  /// - Parameters:
  ///   - delay: Zero or less means at once.
  ///   - interval: Greater than zero; nil for a timer that does not repeat.
  init(delay: Duration, interval: Duration? = nil, tolerance: Duration = .zero) {
    self.delay = max(delay, .zero)
    self.interval = interval
    self.tolerance = tolerance
  }

  /// How many times have come.
  func count(after elapsed: Duration) -> Int {
    guard elapsed >= delay else { return 0 }
    guard let interval else { return 1 }
    let intervals = Int(clamping: (elapsed - delay).attoseconds / interval.attoseconds)
    return intervals == .max ? intervals : intervals + 1
  }

  /// How long to wait for a time that has not been told yet; nil when none is left.
  ///
  /// Reckoned from the start, so that what is late once does not make what follows late.
  func wait(after elapsed: Duration, told: Int) -> Duration? {
    guard told == 0 || interval != nil else { return nil }
    guard count(after: elapsed) <= told else { return .zero }
    guard elapsed >= delay, let interval else { return delay - elapsed }
    return Duration(attoseconds: interval.attoseconds - (elapsed - delay).attoseconds % interval.attoseconds)
  }
}

extension TimerPlan {
  /// Counts the times from now on, until the last has come or the token is invalidated.
  ///
  /// - Parameter tell: Called with the number of times that have come, on the scheduler, one call at a time. The timer
  ///   is set again when a call has returned: then none can overtake it, and times that it took too long for are told as
  ///   one.
  func run(on scheduler: some UpdateScheduler, _ tell: @escaping @Sendable (_ count: Int) -> Void) -> Subscription {
    MainActorDeadlockCheck.note(.scheduler(scheduler))
    let upstreams = Upstreams()
    keepOn(after: 0, since: scheduler.uptime, on: scheduler, in: upstreams, tell)
    return upstreams.token
  }

  private func keepOn(
    after told: Int, since start: Duration, on scheduler: some UpdateScheduler, in upstreams: Upstreams,
    _ tell: @escaping @Sendable (Int) -> Void
  ) {
    guard let wait = wait(after: scheduler.uptime - start, told: told) else { return }
    upstreams.schedule(on: scheduler, after: wait, tolerance: tolerance) {
      let count = count(after: scheduler.uptime - start)
      // A scheduler may be early: what it measures and what it waits for need not be the same clock.
      if count > told { tell(count) }
      keepOn(after: count, since: start, on: scheduler, in: upstreams, tell)
    }
  }

  func broadcaster(on scheduler: some UpdateScheduler) -> Broadcaster<Int> {
    Broadcaster { source in run(on: scheduler) { source.send($0) } }
  }
}
