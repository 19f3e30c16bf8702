public import TidingsCore

extension Publisher {
  /// Leaves out the first updates.
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

  /// Leaves out updates as long as a condition holds; from the first that does not satisfy it, all pass.
  ///
  ///     source:             1 --- 2 --- 3 --- 1 --|
  ///     drop { $0 < 2 }:    ----- 2 --- 3 --- 1 --|
  ///
  /// Ends when this publisher ends. Rx users know it as `skipWhile`.
  ///
  /// - Parameter condition: Called until it is false, for each subscriber, where the update is published.
  @inlinable
  public func drop(while condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> {
    through(remembering: true) { isDropping, update, emit in
      if isDropping, condition(update) { return }
      isDropping = false
      emit(update)
    }
  }
}
