public import TidingsCore

extension Publisher {
  /// Passes on updates for some time, then ends.
  ///
  ///     measurements.prefix(for: .seconds(10), scheduler: queue)
  ///
  ///     source:                1---2---3---4--|
  ///     prefix(for: 7 steps):  1---2--|
  ///
  /// The time begins with the subscription. What comes when it is over does not pass, also when the scheduler is late
  /// with the end. Updates pass where they are published; the end is delivered on the scheduler, or where this
  /// publisher ends before. Rx users know it as `take(for:)`.
  ///
  /// - Parameters:
  ///   - duration: How long updates pass. With zero or less none does, and the end comes as soon as possible.
  ///   - scheduler: What tells the time, and where the end is delivered.
  @inlinable
  public func prefix(for duration: Duration, scheduler: some UpdateScheduler) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator<PublisherEvent<Update?>, Update>(
        from: { [upstream = Broadcaster(self)] inputs in
          let end = scheduler.uptime.saturatingAdding(duration)
          inputs.connect(upstream, ended: .ended) { .update(scheduler.uptime < end ? $0 : nil) }
          inputs.put(.ended, after: duration, on: scheduler)
        }
      ) { event, output in
        switch event {
        case .update(let update): if let update { output(update) }
        case .ended: output.end()
        }
      })
  }
}
