public import TidingsCore

extension Publisher {
  /// Finds the least update by an order of your own; it is there when this publisher ends.
  ///
  ///     let cheapest = await offers.min { $0.price < $1.price }.value
  ///
  ///     source:  3 --- 1 --- 2 --|
  ///     min():   --------------- 1|
  ///
  /// A task, as of ``reduce(_:_:)``, which succeeds with nil if there was no update. Of several that are equally small
  /// it is the first.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first of two updates comes before the second; called once for all
  ///   subscribers, where an update is published.
  public func min(
    by areInIncreasingOrder: @escaping @Sendable (Update, Update) -> Bool
  ) -> PublishedTask<Never, Update?, Never> {
    best(replacedIf: { areInIncreasingOrder($1, $0) })
  }

  /// Finds the greatest update by an order of your own; it is there when this publisher ends.
  ///
  ///     let dearest = await offers.max { $0.price < $1.price }.value
  ///
  ///     source:  1 --- 3 --- 2 --|
  ///     max():   --------------- 3|
  ///
  /// As ``min(by:)``. Of several that are equally great it is the first.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first of two updates comes before the second; called once for all
  ///   subscribers, where an update is published.
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
  /// Finds the least update; see ``min(by:)``.
  public func min() -> PublishedTask<Never, Update?, Never> {
    min { $0 < $1 }
  }

  /// Finds the greatest update; see ``max(by:)``.
  public func max() -> PublishedTask<Never, Update?, Never> {
    max { $0 < $1 }
  }
}
