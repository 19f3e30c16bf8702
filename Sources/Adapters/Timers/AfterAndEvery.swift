public import TidingsCore

extension Publisher where Self == Broadcaster<Void> {
  /// Returns a broadcaster that delivers one update after a delay, and ends.
  ///
  ///     Broadcaster.after(.seconds(5), scheduler: DispatchQueue.main).subscribe { banner.hide() }.store(in: subscriptions)
  ///
  ///     time:    0s --- 1s --- 2s
  ///     result:  ------------- x|
  ///
  /// The delay begins with the first subscriber and is shared. If the last subscriber leaves before, the next one waits for the
  /// complete delay. A subscriber that comes after the update receives only the end. For a delay of its own, use
  /// `Broadcaster.deferred { .after(…) }`. In Rx and ReactiveSwift it is `timer`.
  ///
  /// - Parameters:
  ///   - delay: Zero or less means as soon as possible. A delay that is too long for the scheduler never passes.
  ///   - tolerance: The additional time by which the update may be late, to save energy.
  ///   - scheduler: Measures the time, and delivers.
  @_alwaysEmitIntoClient public static func after(
    _ delay: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Void> {
    let plan = TimerPlan(delay: delay, tolerance: tolerance)
    return Broadcaster { source in
      plan.run(on: scheduler) { _ in
        source.send()
        source.finish()
      }
    }
  }
}

extension Publisher where Self == Broadcaster<Int> {
  /// Returns a broadcaster that delivers an update after a delay, and then after each interval.
  ///
  ///     Broadcaster.after(.seconds(1), repeating: .seconds(2), scheduler: queue)
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s --- 5s
  ///     result:  ------ 1 ----------- 2 ----------- 3
  ///
  /// See ``Publisher/every(_:tolerance:scheduler:)``, where the delay is one interval, for all else.
  @_alwaysEmitIntoClient public static func after(
    _ delay: Duration, repeating interval: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    guard interval > .zero else {
      fatalError("after(_:repeating:…) takes an interval greater than zero, not \(interval)")
    }
    return TimerPlan(delay: delay, interval: interval, tolerance: tolerance).broadcaster(on: scheduler)
  }

  /// Returns a broadcaster that counts intervals.
  ///
  ///     Broadcaster.every(.seconds(1), scheduler: DispatchQueue.main).subscribe { show(seconds: $0) }.store(in: subscriptions)
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s
  ///     result:  ------ 1 ---- 2 ---- 3 ---- 4
  ///     busy:    ------ 1 ----------- 3 ---- 4
  ///
  /// The update is the number of intervals since the first subscription. The times do not drift. If the scheduler is late,
  /// numbers are left out. All subscribers share one timer, from the first to the last. The next first subscriber counts from the
  /// start. Never ends. In Rx it is `interval`, in Combine `Timer.publish(every:on:in:)`, and in ReactiveSwift
  /// `SignalProducer.timer(interval:on:)`.
  ///
  /// - Parameters:
  ///   - interval: The time between two updates, greater than zero. An interval that is too long for the scheduler never passes.
  ///   - tolerance: The additional time by which each update may be late, to save energy. A late update does not delay the next.
  ///   - scheduler: Measures the time, and delivers.
  @_alwaysEmitIntoClient public static func every(
    _ interval: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    guard interval > .zero else { fatalError("every(_:…) takes an interval greater than zero, not \(interval)") }
    return TimerPlan(delay: interval, interval: interval, tolerance: tolerance).broadcaster(on: scheduler)
  }
}
