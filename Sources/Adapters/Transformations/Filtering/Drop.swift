public import TidingsCore

extension Publisher {
  /// Drops the first updates.
  ///
  ///     settings.dropFirst()   // the changes, without the value current now
  ///
  ///     source:       1 --- 2 --- 3 --|
  ///     dropFirst():  ----- 2 --- 3 --|
  ///
  /// The count is zero or more, and applies to each subscription. Ends when this publisher ends. In Rx, this is `skip`.
  @_alwaysEmitIntoClient public func dropFirst(_ count: Int = 1) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("dropFirst(_:) takes a count of zero or more, not \(count)") }
    return through(remembering: count) { remaining, update, emit in
      guard remaining == 0 else { return remaining -= 1 }
      emit(update)
    }
  }

  /// Drops updates while a condition holds. The first one that does not satisfy it and all later ones are delivered.
  ///
  ///     source:             1 --- 2 --- 3 --- 1 --|
  ///     drop { $0 < 2 }:    ----- 2 --- 3 --- 1 --|
  ///
  /// Ends when this publisher ends. The condition is not called after it was false. In Rx, this is `skipWhile`.
  @_alwaysEmitIntoClient
  public func drop(while condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> {
    through(remembering: true) { isDropping, update, emit in
      if isDropping, condition(update) { return }
      isDropping = false
      emit(update)
    }
  }

  /// Drops updates until another publisher updates.
  ///
  ///     keyPresses.drop(until: form.appeared)
  ///
  ///     source:  1 --- 2 --- 3 --- 4 --|
  ///     other:   --------- x
  ///     result:  ----------- 3 --- 4 --|
  ///
  /// Ends when this publisher ends, or when the other ends without an update. The other is subscribed to first, up to
  /// its first update. If it is a value, nothing is dropped. In Combine, this is `drop(untilOutputFrom:)`, in Rx
  /// `skipUntil`, and in ReactiveSwift `skip(until:)`.
  // Disfavored, so that the compiler does not try this overload for a trailing closure, which is a condition.
  @_disfavoredOverload @_alwaysEmitIntoClient public func drop(until other: some Publisher) -> Broadcaster<Update> {
    Broadcaster(remembering: false) { [upstream = Broadcaster(self), other = Broadcaster(other)] inputs, output in
      inputs.connect(other.prefix(1)) { isOpen, _ in
        isOpen = true
      } ended: { isOpen in
        if !isOpen { output.end() }
      }
      inputs.connect(upstream) { isOpen, update in
        if isOpen { output(update) }
      } ended: { _ in
        output.end()
      }
    }
  }

  /// Drops updates for some time.
  ///
  ///     measurements.drop(for: .seconds(10), scheduler: queue)
  ///
  ///     source:              1---2---3---4--|
  ///     drop(for: 7 steps):  --------3---4--|
  ///
  /// The time begins with the subscription. Updates are delivered on the publishing thread. For a value, the current one is
  /// dropped. Ends when this publisher ends. In Rx, this is `skip(_:scheduler:)`.
  ///
  /// - Parameters:
  ///   - duration: The time during which updates are dropped. Zero or less drops none.
  ///   - scheduler: Measures the time. Nothing runs on it.
  @_alwaysEmitIntoClient
  public func drop(for duration: Duration, scheduler: some UpdateScheduler) -> Broadcaster<Update> {
    .deferred { [upstream = Broadcaster(self)] in
      let begin = scheduler.uptime.saturatingAdding(duration)
      return upstream.drop(while: { _ in scheduler.uptime < begin })
    }
  }
}
