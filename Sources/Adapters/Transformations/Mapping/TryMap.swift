public import TidingsCore

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
