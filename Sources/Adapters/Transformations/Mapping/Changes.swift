public import TidingsCore

extension ValuePublisher {
  /// Every change from now on, with the value before and the value after it.
  ///
  ///     volume.changes.filter { $0.new > $0.old }
  ///
  ///     source:  1 --- 2 ------- 3 -------|
  ///     result:  ----- (1, 2) -- (2, 3) --|
  ///
  /// Ends when the value ends. The value at the time of the subscription is not a change. To receive it, too, use
  /// `withPrevious()`.
  public var changes: Broadcaster<(old: Update, new: Update)> {
    through(remembering: Update?.none) { old, value, emit in
      let previous = old
      old = value
      if let previous { emit((previous, value)) }
    }
  }
}
