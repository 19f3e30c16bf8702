public import TidingsCore

extension Publisher {
  /// Delivers each update with the previous one, which is nil at first.
  ///
  ///     source:  1 -------- 2 ------- 3 ------|
  ///     result:  (nil, 1) - (1, 2) -- (2, 3) -|
  ///
  /// Ends when this publisher ends. `combinePrevious` of ReactiveSwift and `pairwise` of Rx leave out the first update:
  ///
  ///     taps.withPrevious().compactMap { old, new in old.map { ($0, new) } }
  @_alwaysEmitIntoClient public func withPrevious() -> Broadcaster<(previous: Update?, current: Update)> {
    through(remembering: Update?.none) { previous, update, emit in
      emit((exchange(&previous, with: update), update))
    }
  }
}

extension ValuePublisher {
  /// Every change from now on, with the value before and the value after it.
  ///
  ///     volume.changes.filter { $0.new > $0.old }
  ///
  ///     source:  1 --- 2 ------- 3 -------|
  ///     result:  ----- (1, 2) -- (2, 3) --|
  ///
  /// Ends when the value ends. The value at the time of the subscription is not a change. To receive it, use `withPrevious()`.
  @_alwaysEmitIntoClient public var changes: Broadcaster<(old: Update, new: Update)> {
    through(remembering: Update?.none) { old, value, emit in
      if let previous = exchange(&old, with: value) { emit((previous, value)) }
    }
  }
}
