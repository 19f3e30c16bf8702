public import TidingsCore

extension Publisher {
  /// Drops updates for some time; from then on, all pass.
  ///
  ///     measurements.drop(for: .seconds(10), scheduler: queue)
  ///
  ///     source:              1---2---3---4--|
  ///     drop(for: 7 steps):  --------3---4--|
  ///
  /// The time begins with the subscription. Updates pass where they are published, and nothing runs on the scheduler:
  /// each update is judged by the time of its publication. Of a value, the current one is dropped. Ends when this
  /// publisher ends. Rx users know it as `skip(_:scheduler:)`.
  ///
  /// - Parameters:
  ///   - duration: How long updates are dropped. With zero or less none is.
  ///   - scheduler: What tells the time.
  @inlinable
  public func drop(for duration: Duration, scheduler: some UpdateScheduler) -> Broadcaster<Update> {
    .deferred {
      let begin = scheduler.uptime.saturatingAdding(duration)
      return self.drop(while: { _ in scheduler.uptime < begin })
    }
  }
}
