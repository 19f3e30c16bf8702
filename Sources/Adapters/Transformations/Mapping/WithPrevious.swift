public import TidingsCore

extension Publisher {
  /// Delivers each update with the previous one, which is nil at first.
  ///
  ///     source:  1 -------- 2 ------- 3 ------|
  ///     result:  (nil, 1) - (1, 2) -- (2, 3) -|
  ///
  /// Ends when this publisher ends. In ReactiveSwift, this is `combinePrevious`, and in Rx `pairwise`.
  @inlinable
  public func withPrevious() -> Broadcaster<(previous: Update?, current: Update)> {
    through(remembering: Update?.none) { previous, update, emit in
      defer { previous = update }
      emit((previous, update))
    }
  }
}
