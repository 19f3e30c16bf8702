public import TidingsCore

extension Publisher {
  /// Combines each update with the previous result, and delivers the new result.
  ///
  ///     taps.scan(0) { count, _ in count + 1 }
  ///
  ///     source:             1 --- 2 --- 3 --|
  ///     scan(0, sum):       1 --- 3 --- 6 --|
  ///
  /// Ends when this publisher ends. Each subscription counts for itself, from the initial result, which is not passed
  /// on.
  ///
  /// - Parameters:
  ///   - initial: What the first update is combined with.
  ///   - next: Called for each update and each subscriber, on the publishing thread.
  @inlinable
  public func scan<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (_ partial: Result, _ update: Update) -> Result
  ) -> Broadcaster<Result> {
    through(remembering: initial) { partial, update, emit in
      partial = next(partial, update)
      emit(partial)
    }
  }

  /// Changes a result in place with each update, and delivers it.
  ///
  ///     letters.scan(into: [:]) { counts, letter in counts[letter, default: 0] += 1 }
  ///
  ///     source:                  1 ----- 2 -------- 3 -----------|
  ///     scan(into: [], append):  [1] --- [1, 2] --- [1, 2, 3] ---|
  ///
  /// Ends when this publisher ends. As ``scan(_:_:)``, but that a collection is copied only where a subscriber still
  /// keeps the one before: to append to an array takes constant time, with ``scan(_:_:)`` a time in proportion to its
  /// count.
  ///
  /// - Parameters:
  ///   - initial: What the first update changes, for each subscription.
  ///   - change: Called for each update and each subscriber, on the publishing thread.
  @inlinable
  public func scan<Result: Sendable>(
    into initial: Result, _ change: @escaping @Sendable (_ partial: inout Result, _ update: Update) -> Void
  ) -> Broadcaster<Result> {
    through(remembering: initial) { partial, update, emit in
      change(&partial, update)
      emit(partial)
    }
  }

  /// Delivers what a closure makes of each update and of a state that it can change.
  ///
  ///     temperatures.scanMap(into: []) { week, degrees in
  ///       week = (week + [degrees]).suffix(7)
  ///       return week.reduce(0, +) / Double(week.count)
  ///     }
  ///
  ///     source:                    1 --- 2 --- 4 --- 8 --|
  ///     scanMap(into: 0, rise):    1 --- 1 --- 2 --- 4 --|
  ///
  /// Ends when this publisher ends. As ``scan(into:_:)``, but that the state is not what is passed on: this is the
  /// operator for rules of one's own that remember something. With ``compactMap(_:)`` behind it, such a rule leaves
  /// out updates, too.
  ///
  /// - Parameters:
  ///   - initial: The state that the closure gets with the first update, for each subscription.
  ///   - transform: Called for each update and each subscriber, on the publishing thread.
  @inlinable
  public func scanMap<State: Sendable, Output: Sendable>(
    into initial: State, _ transform: @escaping @Sendable (_ state: inout State, _ update: Update) -> Output
  ) -> Broadcaster<Output> {
    through(remembering: initial) { state, update, emit in
      emit(transform(&state, update))
    }
  }
}
