public import TidingsCore

extension Publisher {
  /// Transforms each update.
  ///
  ///     temperatures.map { "\($0) °C" }
  ///     names.map(\.count)
  ///
  ///     source:   1 ---- 2 ---- 3 --|
  ///     doubled:  2 ---- 4 ---- 6 --|
  ///
  /// Ends when this publisher ends. Through `some`, `any` or a generic `Publisher` the result is a broadcaster, also
  /// where a ``ValuePublisher`` would give a value.
  ///
  /// - Parameter transform: Called for each update and each subscriber, where it is published; once for all subscribers
  ///   where ``share()`` stands behind.
  // Of the forms of a value all but the one for equatable results are disfavored: if the compiler had to weigh them
  // against each other, a chain of maps would take it a time exponential in its length. A form that takes a key path
  // has the same cost for every chain; a literal key path needs none, it is converted to a closure.
  @_disfavoredOverload
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) -> Output
  ) -> Broadcaster<Output> {
    through { update, emit in emit(transform(update)) }
  }
}

extension ValuePublisher {
  /// As ``Publisher/map(_:)``; the result is a value, and updates only when what it is transformed to
  /// changes.
  @_disfavoredOverload
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) -> Output
  ) -> PublishedValue<Output> {
    publishedValue.map(transform, keeping: .dynamic())
  }

  /// As ``Publisher/map(_:)``; the result is a value, and updates only when what it is transformed to
  /// changes.
  @inlinable
  public func map<Output: Sendable & Equatable>(
    _ transform: @escaping @Sendable (Update) -> Output
  ) -> PublishedValue<Output> {
    publishedValue.map(transform, keeping: .equatable())
  }
}

extension PublishedValue {
  @inlinable
  func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output, keeping changeDetection: ChangeDetection<Output>
  ) -> PublishedValue<Output> {
    let changes: Broadcaster<Output> = through(remembering: Output?.none) { previous, value, emit in
      let output = transform(value)
      if let previous, changeDetection.isSame(previous, output) { return }
      previous = output
      emit(output)
    }
    return PublishedValue<Output>(changes) { [read] versions in transform(read(&versions)) }
  }
}

extension PublishedTask {
  /// Transforms the value that the task succeeds with; progress and failure stay as they are.
  ///
  /// - Parameter transform: Called once for each subscriber, where the task completes.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Success) -> Output
  ) -> PublishedTask<Progress, Output, Failure> {
    delivered(
      by: through { update, emit in
        switch update {
        case .inProgress(let progress): emit(.inProgress(progress))
        case .completed(let result): emit(.completed(result.map(transform)))
        }
      })
  }
}

extension Publisher {
  /// Transforms each update, and passes on what is not nil.
  ///
  ///     lines.compactMap { Int($0) }
  ///
  ///     source:  "1" --- "x" --- "3" --|
  ///     result:   1  -----------  3  --|
  ///
  /// Ends when this publisher ends. Rx users know it as `mapNotNil` and `filterMap`.
  ///
  /// - Parameter transform: Called for each update and each subscriber, on the publishing thread.
  // Disfavored, for the forms of ``MainActorBroadcaster`` and ``MainActorValue``, whose closures belong to the main actor.
  @_disfavoredOverload
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) -> Output?
  ) -> Broadcaster<Output> {
    through { update, emit in if let output = transform(update) { emit(output) } }
  }
}

extension Publisher {
  /// Transforms each update with a closure that can throw. The result delivers a `Result` for each update.
  ///
  ///     lines.tryMap { try decoder.decode(Entry.self, from: $0) }
  ///       .subscribe(value: { log.append($0) }, failure: { report($0) })
  ///
  ///     lines:   "1" --- "x" ---------------- "3"
  ///     result:  success(1) --- failure(notANumber) --- success(3)
  ///
  /// An error does not end the result. It ends with this publisher.
  ///
  /// - Parameter transform: Called once for each update and subscriber, on the publishing thread.
  public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) throws -> Output
  ) -> Broadcaster<Result<Output, any Error>> {
    map { update in Result { try transform(update) } }
  }
}

extension ValuePublisher {
  /// Transforms the value with a closure that can throw. The result is a value: the current `Result`.
  ///
  /// - Parameter transform: Called once for each update and subscriber, on the publishing thread.
  public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) throws -> Output
  ) -> PublishedValue<Result<Output, any Error>> {
    map { update in Result { try transform(update) } }
  }
}

extension PublishedTask {
  /// Transforms the success with a closure that can throw. If it throws, the result fails with the error.
  ///
  ///     download.tryMap { try JSONDecoder().decode(Forecast.self, from: $0) }
  ///
  ///     task:    10% --- success("x")|
  ///     result:  10% --- failure(notANumber)|
  ///
  /// The result ends with this task.
  ///
  /// - Parameter transform: Called once for each subscriber if the task succeeds.
  public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Success) throws -> Output
  ) -> PublishedTask<Progress, Output, any Error> {
    mapResult { result in Result { try transform(result.get()) } }
  }
}
