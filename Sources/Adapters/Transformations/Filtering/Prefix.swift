public import TidingsCore

extension Publisher {
  /// Passes on the first updates, then ends.
  ///
  ///     source:     1 --- 2 --- 3 --- 4 --|
  ///     prefix(2):  1 --- 2|
  ///
  /// Ends right after the last update it passes on, or before, when this publisher ends; then nothing of it is
  /// subscribed any more. With a count of zero it has ended already. Rx users know it as `take`.
  ///
  /// - Parameter count: How many updates to pass on, for each subscription; zero or more.
  @inlinable
  public func prefix(_ count: Int) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("prefix(_:) takes a count of zero or more, not \(count)") }
    guard count > 0 else { return .empty }
    return through(remembering: count) { remaining, update, emit, end in
      guard remaining > 0 else { return }
      remaining -= 1
      emit(update)
      if remaining == 0 { end() }
    }
  }

  /// Passes on updates as long as a condition holds, then ends.
  ///
  ///     downloads.prefix(while: \.isRunning, inclusive: true)   // also the state that is the last
  ///
  ///     source:                                      1 --- 2 --- 3 --- 1 --|
  ///     prefix { $0 < 3 }:                           1 --- 2 ----|
  ///     prefix(while: { $0 < 3 }, inclusive: true):  1 --- 2 --- 3|
  ///
  /// Ends with the first update that does not satisfy the condition, or when this publisher ends. Rx users know it as
  /// `takeWhile`, ReactiveSwift users as `take(while:)` and, where it is inclusive, as `take(until:)`.
  ///
  /// - Parameters:
  ///   - condition: Called until it is false, for each subscriber, where the update is published.
  ///   - inclusive: Whether the update that does not satisfy the condition is passed on, too.
  @inlinable
  public func prefix(
    while condition: @escaping @Sendable (Update) -> Bool, inclusive: Bool = false
  ) -> Broadcaster<Update> {
    through(remembering: false) { isOver, update, emit, end in
      guard !isOver else { return }
      isOver = !condition(update)
      if !isOver || inclusive { emit(update) }
      if isOver { end() }
    }
  }

  /// Passes on the first update that satisfies a condition, then ends.
  ///
  ///     source:                      1 --- 2 --- 3 --|
  ///     first(where: { $0 > 1 }):    ----- 2|
  ///
  /// Ends with that update, or without one when this publisher ends.
  ///
  /// - Parameter condition: Called for each update until it is true, for each subscriber, where it is published.
  @inlinable
  public func first(where condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> {
    filter(condition).prefix(1)
  }
}
