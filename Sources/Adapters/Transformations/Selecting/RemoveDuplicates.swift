public import TidingsCore

extension Publisher {
  /// Passes on only the updates that differ from the one before.
  ///
  ///     source:  1 --- 1 --- 2 --- 1 --|
  ///     result:  1 --------- 2 --- 1 --|
  ///
  /// Ends when this publisher ends. A published value needs it only where equality is to mean something else. Rx users
  /// know it as `distinctUntilChanged`, ReactiveSwift users as `skipRepeats`.
  ///
  /// - Parameter isDuplicate: Told the update that was last passed on and the new one; called for each subscriber,
  ///   where it is published.
  @inlinable
  public func removeDuplicates(
    by isDuplicate: @escaping @Sendable (_ previous: Update, _ update: Update) -> Bool
  ) -> Broadcaster<Update> {
    through(
      Stage(remembering: Update?.none) { previous, update, emit in
        if let previous, isDuplicate(previous, update) { return }
        previous = update
        emit(update)
      })
  }
}

extension Publisher where Update: Equatable {
  /// Passes on only the updates that are not equal to the one before; see ``removeDuplicates(by:)``.
  @inlinable
  public func removeDuplicates() -> Broadcaster<Update> {
    removeDuplicates { $0 == $1 }
  }
}

extension Publisher where Update: Hashable {
  /// Passes on only the updates that no earlier one was equal to.
  ///
  ///     source:  1 --- 2 --- 1 --- 3 --|
  ///     result:  1 --- 2 --------- 3 --|
  ///
  /// Ends when this publisher ends. What has been seen is kept for each subscription, as long as it lasts: with many
  /// different updates it grows. Rx users know it as `distinct`, ReactiveSwift users as `uniqueValues`.
  @inlinable
  public func removeAllDuplicates() -> Broadcaster<Update> {
    through(
      Stage(remembering: Set<Update>()) { seen, update, emit in
        if seen.insert(update).inserted { emit(update) }
      })
  }
}
