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
  /// Ends when this publisher ends. Through `some`, `any` or a generic `Publisher`, the result is a broadcaster, even
  /// if it is a ``ValuePublisher``.
  ///
  /// - Parameter transform: Called for each update and subscriber, on the publishing thread. With ``share()`` behind
  ///   it, called once for all.
  // All overloads for values except the one for equatable results are disfavored. Otherwise, the compiler would need a time
  // exponential in the length of a chain. So would an overload for key paths, and literal key paths are converted to closures.
  @_disfavoredOverload @_alwaysEmitIntoClient
  public func map<Output: Sendable>(_ transform: @escaping @Sendable (Update) -> Output) -> Broadcaster<Output> {
    // `through` would allocate another closure, for the step.
    let upstream = Broadcaster(self)
    return Broadcaster(attaching: { receive, ended in upstream.attach({ receive(transform($0)) }, ended: ended) })
  }

  /// Transforms each update, and drops nil.
  ///
  ///     lines.compactMap { Int($0) }
  ///
  ///     source:  "1" --- "x" --- "3" --|
  ///     result:  1 ------------- 3 ----|
  ///
  /// Ends when this publisher ends. In Rx, this is `mapNotNil` and `filterMap`.
  // Disfavored, so that ``MainActorBroadcaster`` and ``MainActorValue`` use their overloads with main-actor closures.
  @_disfavoredOverload @_alwaysEmitIntoClient public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) -> Output?
  ) -> Broadcaster<Output> {
    let upstream = Broadcaster(self)
    return Broadcaster(attaching: { receive, ended in
      upstream.attach({ if let output = transform($0) { receive(output) } }, ended: ended)
    })
  }

  /// Transforms each update with a closure that can throw. The result delivers a `Result` for each update.
  ///
  ///     lines.tryMap { try decoder.decode(Entry.self, from: $0) }
  ///       .subscribe(value: { log.append($0) }, failure: { report($0) })
  ///
  ///     lines:   "1" -------- "x" ----------------- "3"
  ///     result:  success(1) - failure(notANumber) - success(3)
  ///
  /// An error does not end the result. It ends with this publisher.
  @_alwaysEmitIntoClient public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) throws -> Output
  ) -> Broadcaster<Result<Output, any Error>> {
    map { update in Result { try transform(update) } }
  }
}

extension ValuePublisher {
  /// Transforms a value. The result is a value, which notifies subscribers only of changes. See ``Publisher/map(_:)``.
  @_disfavoredOverload @_alwaysEmitIntoClient
  public func map<Output: Sendable>(_ transform: @escaping @Sendable (Update) -> Output) -> PublishedValue<Output> {
    publishedValue.map(transform, keeping: .dynamic())
  }

  /// Transforms a value. The result is a value, which notifies subscribers only of changes. See ``Publisher/map(_:)``.
  @_alwaysEmitIntoClient public func map<Output: Sendable & Equatable>(
    _ transform: @escaping @Sendable (Update) -> Output
  ) -> PublishedValue<Output> {
    publishedValue.map(transform, keeping: .equatable())
  }

  /// Transforms the value with a closure that can throw. The result is a value: the current `Result`.
  @_alwaysEmitIntoClient public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) throws -> Output
  ) -> PublishedValue<Result<Output, any Error>> {
    map { update in Result { try transform(update) } }
  }
}

extension PublishedValue {
  @_alwaysEmitIntoClient func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output, keeping changeDetection: ChangeDetection<Output>
  ) -> PublishedValue<Output> {
    let changes: Broadcaster<Output> = through(remembering: Output?.none) { previous, value, emit in
      let output = transform(value)
      if let previous, changeDetection.isSame(previous, output) { return }
      previous = output
      emit(output)
    }
    return PublishedValue<Output>(changes) { [read] in transform(read()) }
  }
}

extension PublishedTask {
  /// Transforms the success of a task.
  ///
  /// - Parameter transform: Called once for each subscriber, on the completing thread, or on the thread of a later subscriber.
  @_alwaysEmitIntoClient public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Success) -> Output
  ) -> PublishedTask<Progress, Output, Failure> {
    mapResult { $0.map(transform) }
  }

  /// Transforms the success with a closure that can throw. If it throws, the result fails with the error.
  ///
  ///     download.tryMap { try JSONDecoder().decode(Forecast.self, from: $0) }
  ///
  ///     task:    10% --- success("x")|
  ///     result:  10% --- failure(notANumber)|
  ///
  /// The result ends with this task. The closure is called as by ``PublishedTask/map(_:)``.
  @_alwaysEmitIntoClient public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Success) throws -> Output
  ) -> PublishedTask<Progress, Output, any Error> {
    mapResult { result in Result { try transform(result.get()) } }
  }

  /// Transforms the result of a task.
  ///
  ///     response.mapResult { result in
  ///       result.flatMap { $0.isValid ? .success($0.body) : .failure(.invalid) }
  ///     }
  ///
  ///     task:    10% --- 80% --- success(404)|
  ///     result:  10% --- 80% --- failure(notFound)|
  ///
  /// Ends when this task ends. The closure is called as by ``PublishedTask/map(_:)``.
  @_alwaysEmitIntoClient public func mapResult<Output: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Result<Success, Failure>) -> Result<Output, NewFailure>
  ) -> PublishedTask<Progress, Output, NewFailure> {
    map(progress: { $0 }, result: transform)
  }

  /// Transforms the failure of a task.
  ///
  ///     task:    10% --- failure(timedOut)|
  ///     result:  10% --- failure(NetworkError(timedOut))|
  ///
  /// Ends when this task ends. The closure is called as by ``PublishedTask/map(_:)``. If the type of the failure does not matter,
  /// use ``eraseFailure()``.
  @_alwaysEmitIntoClient public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> PublishedTask<Progress, Success, NewFailure> {
    mapResult { $0.mapError(transform) }
  }

  /// Transforms the progress of a task.
  ///
  ///     download.mapProgress { $0.fraction }
  ///
  ///     task:    1 of 4 --- 2 of 4 --- success|
  ///     result:   25 %  ---  50 %  --- success|
  @_alwaysEmitIntoClient public func mapProgress<NewProgress: Sendable>(
    _ transform: @escaping @Sendable (Progress) -> NewProgress
  ) -> PublishedTask<NewProgress, Success, Failure> {
    map(progress: transform, result: { $0 })
  }

  @_alwaysEmitIntoClient func map<NewProgress: Sendable, Output: Sendable, NewFailure: Error>(
    progress transformProgress: @escaping @Sendable (Progress) -> NewProgress,
    result transformResult: @escaping @Sendable (Result<Success, Failure>) -> Result<Output, NewFailure>
  ) -> PublishedTask<NewProgress, Output, NewFailure> {
    delivered(
      by: through { update, emit in
        switch update {
        case .inProgress(let progress): emit(.inProgress(transformProgress(progress)))
        case .completed(let result): emit(.completed(transformResult(result)))
        }
      })
  }
}

extension PublishedTask where Failure == Never {
  /// Returns the task with another type of failure, although it cannot fail. In Combine, this is `setFailureType`.
  @_alwaysEmitIntoClient public func withFailure<NewFailure: Error>(
    _ type: NewFailure.Type = NewFailure.self
  ) -> PublishedTask<Progress, Success, NewFailure> {
    mapResult { .success($0.get()) }
  }
}

extension PublishedTask where Progress == Never {
  /// Returns the task with another type of progress, although it reports none.
  @_alwaysEmitIntoClient public func withProgress<NewProgress: Sendable>(
    _ type: NewProgress.Type = NewProgress.self
  ) -> PublishedTask<NewProgress, Success, Failure> {
    mapProgress { (_: Never) -> NewProgress in }
  }
}
