public import TidingsCore

extension Publisher {
  /// Combines each update with the previous result, and delivers the new result.
  ///
  ///     taps.scan(0) { count, _ in count + 1 }
  ///
  ///     source:             1 --- 2 --- 3 --|
  ///     scan(0, sum):       1 --- 3 --- 6 --|
  ///
  /// Ends when this publisher ends. Each subscription starts from the initial result, which is not delivered.
  ///
  /// - Parameters:
  ///   - initial: The value to combine with the first update.
  ///   - next: Called for each update and each subscriber, on the publishing thread.
  @_alwaysEmitIntoClient public func scan<Result: Sendable>(
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
  /// A collection is copied only if a subscriber keeps the previous one, so appending to an array takes constant time.
  /// See ``scan(_:_:)`` for all else.
  @_alwaysEmitIntoClient public func scan<Result: Sendable>(
    into initial: Result, _ change: @escaping @Sendable (_ partial: inout Result, _ update: Update) -> Void
  ) -> Broadcaster<Result> {
    through(remembering: initial) { partial, update, emit in
      change(&partial, update)
      emit(partial)
    }
  }

  /// Transforms each update with a closure that keeps a state.
  ///
  ///     temperatures.scanMap(into: [Double]()) { week, degrees in
  ///       week = (week + [degrees]).suffix(7)
  ///       return week.reduce(0, +) / Double(week.count)
  ///     }
  ///
  ///     source:                    1 --- 2 --- 4 --- 8 --|
  ///     scanMap(into: 0, rise):    1 --- 1 --- 2 --- 4 --|
  ///
  /// Ends when this publisher ends. Each subscription starts from the initial state. To drop updates, return an optional and add
  /// ``compactMap(_:)``. See ``scan(into:_:)``, which delivers the state.
  @_alwaysEmitIntoClient public func scanMap<State: Sendable, Output: Sendable>(
    into initial: State, _ transform: @escaping @Sendable (_ state: inout State, _ update: Update) -> Output
  ) -> Broadcaster<Output> {
    through(remembering: initial) { state, update, emit in
      emit(transform(&state, update))
    }
  }

  /// Combines all updates into one result, which is complete when this publisher ends.
  ///
  ///     let bytes = await chunks.reduce(0) { $0 + $1.count }.value
  ///
  ///     source:          1 --- 2 --- 3 --|
  ///     reduce(0, sum):  --------------- 6|
  ///
  /// The task subscribes with its first subscriber, and all subscribers share one run. It completes when this publisher ends,
  /// with the initial result if there was no update. If its last subscriber unsubscribes before, the next one starts from the
  /// initial result again. See ``scan(_:_:)``; `next` is called for each update, once for all subscribers.
  @_alwaysEmitIntoClient public func reduce<Result: Sendable>(
    _ initial: Result, _ next: @escaping @Sendable (_ partial: Result, _ update: Update) -> Result
  ) -> PublishedTask<Never, Result, Never> {
    reduce(into: initial) { $0 = next($0, $1) }
  }

  /// Combines all updates into one result in place, which is complete when this publisher ends.
  ///
  ///     let counts = await letters.reduce(into: [:]) { $0[$1, default: 0] += 1 }.value
  ///
  ///     source:                    1 --- 2 --- 3 --|
  ///     reduce(into: [], append):  --------------- [1, 2, 3]|
  ///
  /// Nothing is copied, so appending to an array takes constant time. See ``reduce(_:_:)`` for all else.
  @_alwaysEmitIntoClient public func reduce<Result: Sendable>(
    into initial: Result, _ change: @escaping @Sendable (_ partial: inout Result, _ update: Update) -> Void
  ) -> PublishedTask<Never, Result, Never> {
    PublishedTask(
      running: through(remembering: initial) { partial, update, _ in
        change(&partial, update)
      } ended: { partial, output in
        output(.completed(.success(partial)))
      })
  }

  /// Counts the updates, until this publisher ends.
  ///
  ///     let count = await taps.prefix(for: .seconds(60), scheduler: queue).count().value
  ///
  ///     source:   1 --- 2 --- 3 --|
  ///     count():  --------------- 3|
  ///
  /// The task behaves like ``reduce(_:_:)``. To count step by step, use ``scan(_:_:)``.
  @_alwaysEmitIntoClient public func count() -> PublishedTask<Never, Int, Never> {
    reduce(into: 0) { count, _ in count += 1 }
  }
}
