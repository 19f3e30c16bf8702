public import TidingsCore

extension ValuePublisher {
  /// Every change from now on, with the value before and the value after it.
  ///
  ///     volume.changes.filter { $0.new > $0.old }
  ///
  ///     source:  1 --- 2 ------- 3 -------|
  ///     result:  ----- (1, 2) -- (2, 3) --|
  ///
  /// Ends when the value ends. The value current at subscription is no change and is not passed on; `withPrevious()`
  /// passes it on.
  public var changes: Broadcaster<(old: Update, new: Update)> {
    through(remembering: Update?.none) { old, value, emit in
      let previous = old
      old = value
      if let previous { emit((previous, value)) }
    }
  }
}
