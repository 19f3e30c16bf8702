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
