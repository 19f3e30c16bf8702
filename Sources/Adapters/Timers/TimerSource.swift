public import TidingsCore

/// A timer to start, start again and stop, whose subscribers are told of each of its times.
///
///     let idle = TimerSource(scheduler: DispatchQueue.main)
///     idle.broadcaster.subscribe { screen.dim() }.store(in: subscriptions)
///     idle.start(after: .seconds(60))
///     …
///     idle.restart()   // at each touch
///
/// It runs whether somebody is subscribed or not; for a timer that runs while somebody is, see
/// ``Publisher/every(_:tolerance:scheduler:)``. Updates come on the scheduler. When the source goes away it is stopped,
/// and its subscribers are told of the end.
///
/// Everything can be called from any thread, and from inside a delivery. What was planned before ``stop()``,
/// ``restart()`` or ``start(after:repeating:tolerance:)`` is given up: on a serial queue that is the scheduler, nothing
/// of it comes after these have returned. From elsewhere, an update that has begun may still be under way.
public final class TimerSource: DeliveringPublisher {
  public typealias Update = Void

  private let source = BroadcastSource<Void>()
  private let scheduler: any UpdateScheduler
  private let runs = Locked(TimerRuns())

  /// A timer that is not running.
  ///
  /// - Parameter scheduler: Measures the time, and delivers.
  public init(scheduler: some UpdateScheduler) {
    self.scheduler = scheduler
  }

  deinit {
    stop()
    source.finish()
  }

  /// Starts the timer, instead of what it was doing.
  ///
  /// Times that a busy scheduler, or a slow subscriber, makes the timer miss are told as one; the next does not drift.
  ///
  /// - Parameters:
  ///   - delay: When to update first; zero or less means as soon as possible, through the scheduler. One too long for
  ///     the scheduler never passes.
  ///   - interval: How long after that to update again, and so on until it is stopped; greater than zero. Nil for a
  ///     single update.
  ///   - tolerance: How much later than due each update may come, to save energy.
  public func start(after delay: Duration, repeating interval: Duration? = nil, tolerance: Duration = .zero) {
    if let interval, interval <= .zero {
      fatalError("start(after:repeating:) takes an interval greater than zero, not \(interval)")
    }
    run(TimerPlan(delay: delay, interval: interval, tolerance: tolerance))
  }

  /// Starts the timer again with the times of the last start, from now on, whether it is still running or not.
  ///
  /// One that was never started has no times; restarting that is a programming error and traps.
  public func restart() {
    guard let plan = runs.withLock({ $0.plan }) else {
      fatalError("restart() takes the times of the last start(after:repeating:tolerance:), and there was none")
    }
    run(plan)
  }

  /// Stops the timer. Does nothing when it is not running.
  public func stop() {
    let stopped = runs.withLock { $0.stop() }
    stopped?.invalidate()
  }

  /// Whether an update is still to come. Inside the delivery of the only or last one, it is not.
  public var isRunning: Bool { runs.withLock { $0.isRunning } }

  /// The broadcaster of this source; it does not keep the source alive.
  public var broadcaster: Broadcaster<Void> { source.broadcaster }

  package var deliveries: Broadcaster<Void> { broadcaster }

  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    source.attach(receive, ended: ended)
  }

  private func run(_ plan: TimerPlan) {
    let begun = runs.withLock { $0.begin(plan) }
    begun.replaced?.invalidate()
    let token = plan.run(on: scheduler) { [weak self] _ in self?.tell(in: begun.number) }
    runs.withLock { $0.keep(token, of: begun.number) }?.invalidate()
  }

  private func tell(in number: UInt) {
    let telling = runs.withLock { $0.tell(in: number) }
    telling.completed?.invalidate()
    if telling.isCurrent { source.send() }
  }
}

/// The runs of a timer, of which the newest counts: each method is one critical section, and hands back the token of a
/// run to give up.
struct TimerRuns: Sendable {
  /// The times of the last start.
  private(set) var plan: TimerPlan?
  private(set) var isRunning = false
  private var number: UInt = 0
  /// Known when the scheduler has taken the first job, which may have run by then.
  private var token: Subscription?

  mutating func begin(_ plan: TimerPlan) -> (number: UInt, replaced: Subscription?) {
    let replaced = stop()
    self.plan = plan
    isRunning = true
    return (number, replaced)
  }

  mutating func stop() -> Subscription? {
    number += 1
    isRunning = false
    defer { token = nil }
    return token
  }

  /// Keeps the token of a run, unless that is over.
  mutating func keep(_ token: Subscription, of number: UInt) -> Subscription? {
    guard isRunning, number == self.number else { return token }
    self.token = token
    return nil
  }

  /// One of the times of a run has come.
  mutating func tell(in number: UInt) -> (isCurrent: Bool, completed: Subscription?) {
    guard isRunning, number == self.number else { return (false, nil) }
    guard plan?.interval == nil else { return (true, nil) }
    return (true, stop())
  }
}

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
