public import TidingsCore

extension Publisher {
  /// Passes on updates up to the first failure, then ends.
  ///
  ///     source:  1 --- 2 --- failure --- 3 --|
  ///     result:  1 --- 2 --- failure|
  ///
  /// Ends right after the failure, or before, when this publisher ends; then nothing of it is subscribed any more. In
  /// Combine and Rx every failure is an end; here only where this says so.
  @inlinable
  public func stopsAtFailure<Value: Sendable, Failure: Error>() -> Broadcaster<Update>
  where Update == Result<Value, Failure> {
    through(remembering: false) { isOver, update, emit, end in
      guard !isOver else { return }
      emit(update)
      guard case .failure = update else { return }
      isOver = true
      end()
    }
  }
}
