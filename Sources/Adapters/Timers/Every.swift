public import TidingsCore

extension Publisher where Self == Broadcaster<Int> {
  /// Returns a broadcaster that counts intervals.
  ///
  ///     Broadcaster.every(.seconds(1), scheduler: DispatchQueue.main).subscribe { show(seconds: $0) }
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s
  ///     result:  ------ 1 ---- 2 ---- 3 ---- 4
  ///     busy:    ------ 1 ----------- 3 ---- 4
  ///
  /// The update is the number of intervals since the first subscription. The times do not drift. If the scheduler is late,
  /// numbers are left out.
  ///
  /// All subscribers share one timer, from the first to the last. The next first subscriber counts from the start. Never ends.
  /// Updates are delivered on the scheduler. In Rx it is `interval`, in Combine `Timer.publish(every:on:in:)` with
  /// `autoconnect()`, and in ReactiveSwift `SignalProducer.timer(interval:on:)`.
  ///
  /// - Parameters:
  ///   - interval: The time between two updates, greater than zero. An interval that is too long for the scheduler never
  ///     passes.
  ///   - tolerance: The additional time by which each update may be late, to save energy. The delays do not add up.
  ///   - scheduler: Measures the time, and delivers.
  public static func every(
    _ interval: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    guard interval > .zero else { fatalError("every(_:…) takes an interval greater than zero, not \(interval)") }
    return TimerPlan(delay: interval, interval: interval, tolerance: tolerance).broadcaster(on: scheduler)
  }
}
