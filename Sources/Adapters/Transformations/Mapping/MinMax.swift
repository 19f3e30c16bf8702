public import TidingsCore

extension Publisher {
  /// Finds the smallest update in a given order, when this publisher ends.
  ///
  ///     let cheapest = await offers.min { $0.price < $1.price }.value
  ///
  ///     source:  3 --- 1 --- 2 --|
  ///     min():   --------------- 1|
  ///
  /// The task behaves like ``reduce(_:_:)``. It succeeds with nil if there was no update, and with the first of equal
  /// updates.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first update comes before the second. Called once for all
  ///   subscribers, on the publishing thread.
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Update, Update) -> Bool
  ) -> PublishedTask<Never, Update?, Never> {
    best(replacedIf: { areInIncreasingOrder($1, $0) })
  }

  /// Finds the largest update in a given order, when this publisher ends.
  ///
  ///     let dearest = await offers.max { $0.price < $1.price }.value
  ///
  ///     source:  1 --- 3 --- 2 --|
  ///     max():   --------------- 3|
  ///
  /// See ``min(by:)``.
  ///
  /// - Parameter areInIncreasingOrder: Returns whether the first update comes before the second. Called once for all
  ///   subscribers, on the publishing thread.
  public func max(
    by areInIncreasingOrder: @escaping @Sendable (Update, Update) -> Bool
  ) -> PublishedTask<Never, Update?, Never> {
    best(replacedIf: areInIncreasingOrder)
  }

  private func best(
    replacedIf isBetter: @escaping @Sendable (_ best: Update, _ update: Update) -> Bool
  ) -> PublishedTask<Never, Update?, Never> {
    reduce(into: nil) { best, update in
      if let known = best, !isBetter(known, update) { return }
      best = update
    }
  }
}

extension Publisher where Update: Comparable {
  /// Finds the smallest update. See ``min(by:)``.
  public func min() -> PublishedTask<Never, Update?, Never> {
    min { $0 < $1 }
  }

  /// Finds the largest update. See ``max(by:)``.
  public func max() -> PublishedTask<Never, Update?, Never> {
    max { $0 < $1 }
  }
}
