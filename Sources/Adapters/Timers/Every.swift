public import TidingsCore

extension Publisher where Self == Broadcaster<Int> {
  /// Counts the intervals that pass.
  ///
  ///     Broadcaster.every(.seconds(1), scheduler: DispatchQueue.main).subscribe { show(seconds: $0) }
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s
  ///     result:  ------ 1 ---- 2 ---- 3 ---- 4
  ///     busy:    ------ 1 ----------- 3 ---- 4
  ///
  /// The update is the number of intervals since the first subscriber came. The times do not drift, and a busy scheduler
  /// makes some be left out: the difference between two updates tells how many.
  ///
  /// All subscribers share one timer, from the first to the last; who comes later gets the numbers of that timer, and
  /// who comes first again counts from the start. Never ends by itself. Updates come on the scheduler. Rx users know it
  /// as `interval`, Combine users as `Timer.publish(every:on:in:)` with `autoconnect()`, ReactiveSwift users as
  /// `SignalProducer.timer(interval:on:)`.
  ///
  /// - Parameters:
  ///   - interval: Greater than zero. One too long for the scheduler never passes.
  ///   - tolerance: How much later than due each update may come, to save energy; the delays do not add up.
  ///   - scheduler: Measures the time, and delivers.
  public static func every(
    _ interval: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    guard interval > .zero else { fatalError("every(_:…) takes an interval greater than zero, not \(interval)") }
    return TimerPlan(delay: interval, interval: interval, tolerance: tolerance).broadcaster(on: scheduler)
  }
}
