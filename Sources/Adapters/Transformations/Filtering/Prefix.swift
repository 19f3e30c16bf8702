public import TidingsCore

extension Publisher {
  /// Delivers the first updates, and then ends.
  ///
  ///     source:     1 --- 2 --- 3 --- 4 --|
  ///     prefix(2):  1 --- 2|
  ///
  /// The count is zero or more, and applies to each subscription. Ends immediately after the last delivered update, or when this
  /// publisher ends. With a count of zero, it ends immediately. In Rx, this is `take`.
  @_alwaysEmitIntoClient public func prefix(_ count: Int) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("prefix(_:) takes a count of zero or more, not \(count)") }
    guard count > 0 else { return .empty }
    return through(remembering: count) { remaining, update, output in
      remaining -= 1
      output(update)
      if remaining == 0 { output.end() }
    } ended: { _, _ in
    }
  }

  /// Delivers updates while a condition holds, and then ends.
  ///
  ///     downloads.prefix(while: \.isRunning, inclusive: true)   // also the state that is the last
  ///
  ///     source:                                      1 --- 2 --- 3 --- 1 --|
  ///     prefix { $0 < 3 }:                           1 --- 2 ----|
  ///     prefix(while: { $0 < 3 }, inclusive: true):  1 --- 2 --- 3|
  ///
  /// Ends with the first update that does not satisfy the condition, or when this publisher ends. In Rx, this is
  /// `takeWhile`, and in ReactiveSwift `take(while:)` or, if it is inclusive, `take(until:)`.
  ///
  /// - Parameters:
  ///   - condition: Called until it is false, for each subscriber, on the publishing thread.
  ///   - inclusive: Whether the update that does not satisfy the condition is delivered, too.
  @_alwaysEmitIntoClient public func prefix(
    while condition: @escaping @Sendable (Update) -> Bool, inclusive: Bool = false
  ) -> Broadcaster<Update> {
    through(remembering: ()) { _, update, output in
      let isLast = !condition(update)
      if !isLast || inclusive { output(update) }
      if isLast { output.end() }
    } ended: { _, _ in
    }
  }

  /// Delivers updates until another publisher updates, and then ends.
  ///
  ///     positions.prefix(until: touches.ended)
  ///
  ///     source:  1 --- 2 --- 3 --- 4 --|
  ///     other:   --------------- x
  ///     result:  1 --- 2 --- 3 --|
  ///
  /// Ends with the first update of the other, or when this publisher ends. It continues if the other ends without an
  /// update. The other is subscribed to first, so if it is a value, the result ends immediately. In Combine, this is
  /// `prefix(untilOutputFrom:)`, in Rx `takeUntil`, and in ReactiveSwift `take(until:)`.
  // Disfavored, so that the compiler does not try this overload for a trailing closure, which is a condition.
  @_disfavoredOverload @_alwaysEmitIntoClient public func prefix(until other: some Publisher) -> Broadcaster<Update> {
    Broadcaster(remembering: ()) { [upstream = Broadcaster(self), other = Broadcaster(other)] inputs, output in
      inputs.connect(other) { _, _ in output.end() }
      inputs.connect(upstream, to: output) { _ in output.end() }
    }
  }

  /// Delivers updates for some time, and then ends.
  ///
  ///     measurements.prefix(for: .seconds(10), scheduler: queue)
  ///
  ///     source:                1---2---3---4--|
  ///     prefix(for: 7 steps):  1---2--|
  ///
  /// The time begins with the subscription. Updates after that are dropped, even if the scheduler is late. Updates are delivered
  /// on the publishing thread, and the end on the scheduler, or by another thread that is delivering an update at that moment. In
  /// Rx, this is `take(for:)`.
  ///
  /// - Parameters:
  ///   - duration: The time during which updates are delivered. Zero or less delivers none.
  ///   - scheduler: Measures the time.
  @_alwaysEmitIntoClient
  public func prefix(for duration: Duration, scheduler: some UpdateScheduler) -> Broadcaster<Update> {
    Broadcaster(remembering: ()) { [upstream = Broadcaster(self)] inputs, output in
      let end = scheduler.uptime.saturatingAdding(duration)
      inputs.connect(upstream.filter { _ in scheduler.uptime < end }, to: output) { _ in output.end() }
      // Subscribing may have taken time.
      inputs.put(after: end.saturatingAdding(.zero - scheduler.uptime), on: scheduler) { _ in output.end() }
    }
  }
}
