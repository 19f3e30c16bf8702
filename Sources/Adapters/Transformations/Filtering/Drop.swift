public import TidingsCore

extension Publisher {
  /// Drops the first updates.
  ///
  ///     settings.dropFirst()   // the changes, without the value current now
  ///
  ///     source:       1 --- 2 --- 3 --|
  ///     dropFirst():  ----- 2 --- 3 --|
  ///
  /// Ends when this publisher ends. Rx users know it as `skip`.
  ///
  /// - Parameter count: How many updates to leave out, for each subscription; zero or more.
  @inlinable
  public func dropFirst(_ count: Int = 1) -> Broadcaster<Update> {
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
  /// Ends when this publisher ends. Rx users know it as `skipWhile`.
  ///
  /// - Parameter condition: Called until it is false, for each subscriber, on the publishing thread.
  @inlinable
  public func drop(while condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> {
    through(remembering: true) { isDropping, update, emit in
      if isDropping, condition(update) { return }
      isDropping = false
      emit(update)
    }
  }
}

extension Publisher {
  /// Drops updates until another publisher updates.
  ///
  ///     keyPresses.drop(until: form.appeared)
  ///
  ///     source:  1 --- 2 --- 3 --- 4 --|
  ///     other:   --------- x
  ///     result:  ----------- 3 --- 4 --|
  ///
  /// Ends when this publisher ends, or as soon as the other has ended without an update, since nothing can pass then.
  /// The other is subscribed to first, and given up at its first update; with a value there, nothing is dropped.
  /// Combine users know it as `drop(untilOutputFrom:)`, Rx users as `skipUntil`, ReactiveSwift users as `skip(until:)`.
  ///
  /// - Parameter other: What opens the way; what it publishes does not matter.
  // Disfavored, for the sake of chains: a trailing closure is a condition, and the compiler need not try it here.
  @_disfavoredOverload
  @inlinable
  public func drop(until other: some Publisher) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator<DropUntilInput<Update>, Update>(
        from: { [upstream = Broadcaster(self), other = Broadcaster(other)] inputs in
          inputs.connect(other.prefix(1), ended: .otherEnded) { _ in .otherUpdated }
          inputs.connect(upstream, ended: .ended) { .update($0) }
        }, remembering: false
      ) { isOpen, input, output, _ in
        switch input {
        case .update(let update): if isOpen { output(update) }
        case .otherUpdated: isOpen = true
        case .otherEnded: if !isOpen { output.end() }
        case .ended: output.end()
        }
      })
  }
}

@usableFromInline
enum DropUntilInput<Update: Sendable>: Sendable {
  case update(Update)
  case otherUpdated
  case otherEnded
  case ended
}

extension Publisher {
  /// Drops updates for some time.
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
  ///   - scheduler: Measures the time.
  @inlinable
  public func drop(for duration: Duration, scheduler: some UpdateScheduler) -> Broadcaster<Update> {
    .deferred {
      let begin = scheduler.uptime.saturatingAdding(duration)
      return self.drop(while: { _ in scheduler.uptime < begin })
    }
  }
}
