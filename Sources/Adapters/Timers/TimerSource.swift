public import TidingsCore

/// A timer that its owner starts, restarts and stops.
///
///     let idle = TimerSource(scheduler: DispatchQueue.main)
///     idle.broadcaster.subscribe { screen.dim() }.store(in: subscriptions)
///     idle.start(after: .seconds(60))
///     …
///     idle.restart()   // at each touch
///
/// It runs regardless of subscribers, unlike ``Publisher/every(_:tolerance:scheduler:)``. Updates are delivered on the scheduler.
/// When the source is released, the timer stops and the subscriptions end. All methods can be called on any thread, also during a
/// delivery. ``stop()``, ``restart()`` and ``start(after:repeating:tolerance:)`` cancel the planned updates. After a call on the
/// scheduler's serial queue, no earlier update begins. One that is in progress, on this queue or after a call on another thread,
/// still reaches all subscribers.
public final class TimerSource: DeliveringPublisher {
  public typealias Update = Void

  @usableFromInline let source = BroadcastSource<Void>()
  @usableFromInline let scheduler: any UpdateScheduler
  /// The times of the last start, and the jobs of the current run. Without jobs, no update will follow.
  @usableFromInline let state = Locked<(plan: TimerPlan?, jobs: Upstreams?)>((nil, nil))

  /// Creates a timer that is not running.
  public init(scheduler: some UpdateScheduler) { self.scheduler = scheduler }

  deinit {
    stop()
    source.finish()
  }

  /// Starts the timer. If it is already running, it starts again with these times.
  ///
  /// If the scheduler or a subscriber is late, the missed updates are delivered as one. The next update does not drift.
  ///
  /// - Parameters:
  ///   - delay: The time until the first update. Zero or less means as soon as possible. A delay that is too long for the
  ///     scheduler never passes.
  ///   - interval: The time between updates, greater than zero. Nil means a single update.
  ///   - tolerance: The additional time by which each update may be late, to save energy.
  @_alwaysEmitIntoClient
  public func start(after delay: Duration, repeating interval: Duration? = nil, tolerance: Duration = .zero) {
    if let interval, interval <= .zero {
      fatalError("start(after:repeating:) takes an interval greater than zero, not \(interval)")
    }
    run(TimerPlan(delay: delay, interval: interval, tolerance: tolerance))
  }

  /// Starts the timer again with the times of the last start. Traps if the timer was never started.
  @_alwaysEmitIntoClient public func restart() { run(nil) }

  /// Stops the timer, if it is running.
  @_alwaysEmitIntoClient public func stop() {
    let stopped = state.withLock { $0.jobs.take() }
    stopped?.token.invalidate()
  }

  /// Whether another update will follow. During the delivery of the last update, it is false.
  @_alwaysEmitIntoClient public var isRunning: Bool { state.withLock { $0.jobs != nil } }

  /// The broadcaster of this source. It does not keep the source alive.
  @_alwaysEmitIntoClient public var broadcaster: Broadcaster<Void> { source.broadcaster }
  package var deliveries: Broadcaster<Void> { broadcaster }

  public func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    source.attach(receive, ended: ended)
  }

  @_alwaysEmitIntoClient func run(_ plan: TimerPlan?) {
    let jobs = Upstreams()
    let (started, replaced) = state.withLock { state in
      if let plan { state.plan = plan }
      return (state.plan, exchange(&state.jobs, with: jobs))
    }
    guard let started else {
      fatalError("restart() was called before start(after:repeating:tolerance:). Start the timer first.")
    }
    replaced?.token.invalidate()
    started.run(on: scheduler, in: jobs) { [weak self] _ in self?.deliver(of: jobs) }
  }

  @_alwaysEmitIntoClient func deliver(of jobs: Upstreams) {
    let isCurrent = state.withLock { state in
      guard state.jobs === jobs else { return false }
      if state.plan?.interval == nil { state.jobs = nil }
      return true
    }
    if isCurrent { source.send() }
  }
}

/// The times of a timer: one after a delay, and one after each interval if it repeats.
@usableFromInline struct TimerPlan: Sendable, Equatable {
  @usableFromInline let delay: Duration
  @usableFromInline let interval: Duration?
  @usableFromInline let tolerance: Duration

  @usableFromInline init(delay: Duration, interval: Duration? = nil, tolerance: Duration = .zero) {
    self.delay = max(delay, .zero)
    self.interval = interval
    self.tolerance = tolerance
  }

  @_alwaysEmitIntoClient func count(after elapsed: Duration) -> Int {
    guard elapsed >= delay else { return 0 }
    guard let interval else { return 1 }
    let intervals = Int(clamping: (elapsed - delay).attoseconds / interval.attoseconds)
    return intervals == .max ? intervals : intervals + 1
  }

  /// Computed from the start, so that a late update does not delay later ones. Nil if there is no other update.
  @_alwaysEmitIntoClient func wait(after elapsed: Duration, delivered: Int) -> Duration? {
    guard delivered == 0 || interval != nil else { return nil }
    guard count(after: elapsed) <= delivered else { return .zero }
    guard elapsed >= delay, let interval else { return delay - elapsed }
    return Duration(attoseconds: interval.attoseconds - (elapsed - delay).attoseconds % interval.attoseconds)
  }

  /// The next job is scheduled after `deliver` has returned, so calls do not overlap, and missed times are delivered as one.
  @_alwaysEmitIntoClient
  func run(on scheduler: some UpdateScheduler, _ deliver: @escaping @Sendable (_ count: Int) -> Void) -> Subscription {
    let jobs = Upstreams()
    run(on: scheduler, in: jobs, deliver)
    return jobs.token
  }

  @_alwaysEmitIntoClient func run(
    on scheduler: some UpdateScheduler, in jobs: Upstreams, _ deliver: @escaping @Sendable (_ count: Int) -> Void
  ) {
    MainActorDeadlockCheck.note(.scheduler(scheduler))
    scheduleNext(after: 0, since: scheduler.uptime, on: scheduler, in: jobs, deliver)
  }

  @_alwaysEmitIntoClient func scheduleNext(
    after delivered: Int, since start: Duration, on scheduler: some UpdateScheduler, in upstreams: Upstreams,
    _ deliver: @escaping @Sendable (Int) -> Void
  ) {
    guard let wait = wait(after: scheduler.uptime - start, delivered: delivered) else { return }
    upstreams.schedule(on: scheduler, after: wait, tolerance: tolerance) {
      let count = count(after: scheduler.uptime - start)
      // The scheduler can be early if it measures and waits with different clocks.
      if count > delivered { deliver(count) }
      scheduleNext(after: count, since: start, on: scheduler, in: upstreams, deliver)
    }
  }

  @_alwaysEmitIntoClient func broadcaster(on scheduler: some UpdateScheduler) -> Broadcaster<Int> {
    Broadcaster { source in run(on: scheduler) { source.send($0) } }
  }
}
