public import TidingsCore

extension PublishedTask {
  /// Transforms the value that the task succeeds with, or fails with what the transform throws.
  ///
  ///     download.tryMap { try JSONDecoder().decode(Forecast.self, from: $0) }
  ///
  ///     task:    10% --- success("x")|
  ///     result:  10% --- failure(notANumber)|
  ///
  /// Ends when this task ends. Only tasks have such a transform: events and values have no place for a failure; there,
  /// let ``Publisher/map(_:)`` make a `Result`.
  ///
  /// - Parameter transform: Called once for each subscriber, where the task succeeds.
  public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Success) throws -> Output
  ) -> PublishedTask<Progress, Output, any Error> {
    mapResult { result in Result { try transform(result.get()) } }
  }
}
