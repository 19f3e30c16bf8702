public import TidingsCore

extension Publisher where Self == Broadcaster<Void> {
  /// Updates once, after a delay, and ends.
  ///
  ///     Broadcaster.after(.seconds(5), scheduler: DispatchQueue.main).subscribe { banner.hide() }
  ///
  ///     time:    0s --- 1s --- 2s
  ///     result:  ------------- x|
  ///
  /// The delay begins with the first subscriber, and those who come meanwhile share it. When the last one leaves before,
  /// it is given up, and who comes then waits for the whole delay. Once it has ended it stays so. The update comes on the
  /// scheduler. Rx and ReactiveSwift users know it as `timer`.
  ///
  /// - Parameters:
  ///   - delay: Zero or less means as soon as possible. One too long for the scheduler never passes.
  ///   - tolerance: How much later than due the update may come, to save energy.
  ///   - scheduler: Measures the time, and delivers.
  public static func after(
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
  /// Updates after a delay, and then at the end of each interval.
  ///
  ///     Broadcaster.after(.seconds(1), repeating: .seconds(2), scheduler: queue)
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s --- 5s
  ///     result:  ------ 1 ----------- 2 ----------- 3
  ///
  /// The update is the number of times that have come, as with ``Publisher/every(_:tolerance:scheduler:)``, which is this with a
  /// delay of one interval; what that says on sharing, missed times and drift holds here.
  ///
  /// - Parameters:
  ///   - delay: Zero or less means as soon as possible.
  ///   - interval: Greater than zero.
  ///   - tolerance: How much later than due each update may come.
  ///   - scheduler: Measures the time, and delivers.
  public static func after(
    _ delay: Duration, repeating interval: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    guard interval > .zero else {
      fatalError("after(_:repeating:…) takes an interval greater than zero, not \(interval)")
    }
    return TimerPlan(delay: delay, interval: interval, tolerance: tolerance).broadcaster(on: scheduler)
  }
}
