public import TidingsCore

extension Publisher {
  /// Delivers only the updates that differ from the previous one.
  ///
  ///     source:  1 --- 1 --- 2 --- 1 --|
  ///     result:  1 --------- 2 --- 1 --|
  ///
  /// Ends when this publisher ends. A published value needs it only where equality is to mean something else. Rx users
  /// know it as `distinctUntilChanged`, ReactiveSwift users as `skipRepeats`.
  ///
  /// - Parameter isDuplicate: Told the update that was last passed on and the new one; called for each subscriber,
  ///   where it is published.
  // Disfavored, for the form of ``MainActorBroadcaster``, whose closure belongs to the main actor.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates(
    by isDuplicate: @escaping @Sendable (_ previous: Update, _ update: Update) -> Bool
  ) -> Broadcaster<Update> {
    withoutDuplicates(by: isDuplicate)
  }

  /// Delivers only the pairs that differ from the previous one.
  ///
  /// Ends when this publisher ends.
  ///
  /// - Parameter isDuplicate: Told the pair that was last passed on and the new one; called for each subscriber, where it
  ///   is published.
  // A closure that takes two arguments could take the elements of one pair as well, as what is compared by a key.
  @inlinable
  public func removeDuplicates<First, Second>(
    by isDuplicate: @escaping @Sendable (_ previous: (First, Second), _ update: (First, Second)) -> Bool
  ) -> Broadcaster<Update> where Update == (First, Second) {
    withoutDuplicates(by: isDuplicate)
  }

  /// Delivers only the updates that differ in a property from the previous one.
  ///
  ///     documents.removeDuplicates(by: \.revision)
  ///
  ///     source:                a1 --- b1 --- b2 --- a1 --|
  ///     by the letter:         a1 --- b1 ---------- a1 --|
  ///
  /// Ends when this publisher ends. Of the update that was last passed on, the property alone is kept. Rx users know it
  /// as `distinctUntilChanged` with a key.
  ///
  /// - Parameter key: What is compared, a key path or a closure. It is called for each update and each subscriber, where
  ///   the update is published.
  // Disfavored, as the form above it is.
  @_disfavoredOverload
  @inlinable
  public func removeDuplicates<Key: Equatable & Sendable>(
    by key: @escaping @Sendable (Update) -> Key
  ) -> Broadcaster<Update> {
    through(remembering: Key?.none) { previous, update, emit in
      let current = key(update)
      if let previous, previous == current { return }
      previous = current
      emit(update)
    }
  }

  /// Delivers only the updates that differ in a property from all earlier ones.
  ///
  ///     messages.removeAllDuplicates(by: \.id)
  ///
  ///     source:         a1 --- b1 --- a2 --- c1 --|
  ///     by the letter:  a1 --- b1 ---------- c1 --|
  ///
  /// Ends when this publisher ends. The properties that have been seen are kept for each subscription, as long as it
  /// lasts: with many different ones they grow. Rx users know it as `distinct`, ReactiveSwift users as
  /// `uniqueValues(_:)`.
  ///
  /// - Parameter key: What is compared, a key path or a closure. It is called for each update and each subscriber, where
  ///   the update is published.
  @inlinable
  public func removeAllDuplicates<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Update) -> Key
  ) -> Broadcaster<Update> {
    through(remembering: Set<Key>()) { seen, update, emit in
      if seen.insert(key(update)).inserted { emit(update) }
    }
  }
}

extension Publisher {
  @inlinable
  func withoutDuplicates(
    by isDuplicate: @escaping @Sendable (_ previous: Update, _ update: Update) -> Bool
  ) -> Broadcaster<Update> {
    through(remembering: Update?.none) { previous, update, emit in
      if let previous, isDuplicate(previous, update) { return }
      previous = update
      emit(update)
    }
  }
}

extension Publisher where Update: Equatable {
  /// Delivers only the updates that are not equal to the previous one.
  ///
  /// As ``Publisher/removeDuplicates(by:)-((Self.Update,Self.Update)->Bool)`` with `==`.
  @inlinable
  public func removeDuplicates() -> Broadcaster<Update> {
    removeDuplicates { $0 == $1 }
  }
}

extension Publisher where Update: Hashable {
  /// Delivers only the updates that are not equal to any earlier one.
  ///
  ///     source:  1 --- 2 --- 1 --- 3 --|
  ///     result:  1 --- 2 --------- 3 --|
  ///
  /// Ends when this publisher ends. What has been seen is kept for each subscription, as long as it lasts: with many
  /// different updates it grows. Rx users know it as `distinct`, ReactiveSwift users as `uniqueValues`.
  @inlinable
  public func removeAllDuplicates() -> Broadcaster<Update> {
    removeAllDuplicates { $0 }
  }
}
