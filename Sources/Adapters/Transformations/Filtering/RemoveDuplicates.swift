public import TidingsCore

extension Publisher {
  /// Delivers only the updates that differ from the previous one.
  ///
  ///     source:  1 --- 1 --- 2 --- 1 --|
  ///     result:  1 --------- 2 --- 1 --|
  ///
  /// Ends when this publisher ends. The closure compares the update that was delivered last with the new one. A published value
  /// needs this operator only for another kind of equality. In Rx, this is `distinctUntilChanged`, and in ReactiveSwift
  /// `skipRepeats`.
  // Disfavored, so that ``MainActorBroadcaster`` uses its own overload with a main-actor closure.
  @_disfavoredOverload @_alwaysEmitIntoClient public func removeDuplicates(
    by isDuplicate: @escaping @Sendable (_ previous: Update, _ update: Update) -> Bool
  ) -> Broadcaster<Update> {
    withoutDuplicates(by: isDuplicate)
  }

  /// Delivers pairs that differ from the previous one. See ``removeDuplicates(by:)-((Self.Update,Self.Update)->Bool)``.
  // Without this overload, a closure with two arguments would be ambiguous: it could also take the elements of one pair.
  @_alwaysEmitIntoClient public func removeDuplicates<First, Second>(
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
  /// Ends when this publisher ends. Only the last property is stored. In Rx, this is `distinctUntilChanged` with a key.
  // Disfavored for the same reason as the first overload.
  @_disfavoredOverload @_alwaysEmitIntoClient public func removeDuplicates<Key: Equatable & Sendable>(
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
  /// Ends when this publisher ends. Each subscription stores all different properties, so its memory grows. In Rx, this is
  /// `distinct`, and in ReactiveSwift `uniqueValues(_:)`.
  @_alwaysEmitIntoClient public func removeAllDuplicates<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Update) -> Key
  ) -> Broadcaster<Update> {
    through(remembering: Set<Key>()) { seen, update, emit in
      if seen.insert(key(update)).inserted { emit(update) }
    }
  }

  @_alwaysEmitIntoClient func withoutDuplicates(
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
  /// Removes equal updates in a row. See ``Publisher/removeDuplicates(by:)-((Self.Update,Self.Update)->Bool)``.
  @_alwaysEmitIntoClient public func removeDuplicates() -> Broadcaster<Update> { removeDuplicates { $0 == $1 } }
}

extension Publisher where Update: Hashable {
  /// Delivers only the updates that are not equal to any earlier one. See ``removeAllDuplicates(by:)``.
  ///
  ///     source:  1 --- 2 --- 1 --- 3 --|
  ///     result:  1 --- 2 --------- 3 --|
  @_alwaysEmitIntoClient public func removeAllDuplicates() -> Broadcaster<Update> { removeAllDuplicates { $0 } }
}
