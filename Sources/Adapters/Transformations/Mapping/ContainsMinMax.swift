public import TidingsCore

extension Publisher {
  /// Returns a task whose success is whether an update satisfies a condition.
  ///
  ///     let hasFailed = await results.contains { $0.isFailure }.value
  ///
  ///     source:               1 --- 2 --- 3 --- 4 --|
  ///     contains { $0 > 2 }:  ----------- true|
  ///
  /// The task succeeds with true at the first update that satisfies the condition, and with false when this publisher ends
  /// without one. All subscribers share one run, as with ``reduce(_:_:)``.
  @_alwaysEmitIntoClient
  public func contains(where condition: @escaping @Sendable (Update) -> Bool) -> PublishedTask<Never, Bool, Never> {
    PublishedTask(
      running: through(remembering: ()) { _, update, output in
        if condition(update) { output.complete(.success(true)) }
      } ended: { _, output in
        output(.completed(.success(false)))
      })
  }

  /// Returns a task whose success is whether all updates satisfy a condition.
  ///
  ///     let isSorted = await pairs.allSatisfy { $0 <= $1 }.value
  ///
  ///     source:                 1 --- 2 --- 3 --- 4 --|
  ///     allSatisfy { $0 < 3 }:  ----------- false|
  ///
  /// The opposite of ``contains(where:)``: the task succeeds with false at the first update that does not satisfy the condition,
  /// and with true when this publisher ends without one.
  @_alwaysEmitIntoClient
  public func allSatisfy(_ condition: @escaping @Sendable (Update) -> Bool) -> PublishedTask<Never, Bool, Never> {
    contains { !condition($0) }.map { !$0 }
  }

  /// Finds the smallest update in a given order, when this publisher ends.
  ///
  ///     let cheapest = await offers.min { $0.price < $1.price }.value
  ///
  ///     source:  3 --- 1 --- 2 --|
  ///     min():   --------------- 1|
  ///
  /// The task behaves like ``reduce(_:_:)``. It succeeds with nil if there was no update, and with the first of equal updates.
  @_alwaysEmitIntoClient public func min(
    by areInIncreasingOrder: @escaping @Sendable (Update, Update) -> Bool
  ) -> PublishedTask<Never, Update?, Never> {
    best(replacedIf: { areInIncreasingOrder($1, $0) })
  }

  /// Finds the largest update in a given order, when this publisher ends. See ``min(by:)``.
  ///
  ///     let dearest = await offers.max { $0.price < $1.price }.value
  ///
  ///     source:  1 --- 3 --- 2 --|
  ///     max():   --------------- 3|
  @_alwaysEmitIntoClient public func max(
    by areInIncreasingOrder: @escaping @Sendable (Update, Update) -> Bool
  ) -> PublishedTask<Never, Update?, Never> {
    best(replacedIf: areInIncreasingOrder)
  }

  @_alwaysEmitIntoClient func best(
    replacedIf isBetter: @escaping @Sendable (_ best: Update, _ update: Update) -> Bool
  ) -> PublishedTask<Never, Update?, Never> {
    reduce(into: nil) { best, update in
      if let known = best, !isBetter(known, update) { return }
      best = update
    }
  }
}

extension Publisher where Update: Equatable {
  /// Returns a task whose success is whether an update is equal to this one. See ``contains(where:)``.
  @_alwaysEmitIntoClient public func contains(_ update: Update) -> PublishedTask<Never, Bool, Never> {
    contains { $0 == update }
  }
}

extension Publisher where Update: Comparable {
  /// Finds the smallest update. See ``min(by:)``.
  @_alwaysEmitIntoClient public func min() -> PublishedTask<Never, Update?, Never> { min { $0 < $1 } }

  /// Finds the largest update. See ``max(by:)``.
  @_alwaysEmitIntoClient public func max() -> PublishedTask<Never, Update?, Never> { max { $0 < $1 } }
}
