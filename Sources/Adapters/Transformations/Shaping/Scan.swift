public import TidingsCore

extension Publisher {
  /// Combines each update with what came of those before, and passes on the result.
  ///
  ///     taps.scan(0) { count, _ in count + 1 }
  ///
  ///     source:             1 --- 2 --- 3 --|
  ///     scan(0, sum):       1 --- 3 --- 6 --|
  ///
  /// Ends when this publisher ends. Each subscription counts for itself, from the initial result, which is not passed
  /// on.
  ///
  /// - Parameters:
  ///   - initial: What the first update is combined with.
  ///   - next: Called for each update and each subscriber, where it is published.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (_ partial: Result, _ update: Update) -> Result
  ) -> Broadcaster<Result> {
    through(
      Stage(remembering: initial) { partial, update, emit in
        partial = next(partial, update)
        emit(partial)
      })
  }
}
