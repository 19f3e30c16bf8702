public import TidingsCore

extension PublishedTask {
  /// Transforms the failure of the task; progress and success stay as they are.
  ///
  ///     task:    10% --- failure(timedOut)|
  ///     result:  10% --- failure(NetworkError(timedOut))|
  ///
  /// Ends when this task ends. Where the type of the failure does not matter, ``eraseFailure()`` is shorter.
  ///
  /// - Parameter transform: Called once for each subscriber, where the task fails.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> PublishedTask<Progress, Success, NewFailure> {
    mapResult { $0.mapError(transform) }
  }
}

extension PublishedTask where Failure == Never {
  /// The task as one that could fail, to stand where such tasks are expected. Combine users know it as
  /// `setFailureType`.
  public func withFailure<NewFailure: Error>(
    _ type: NewFailure.Type = NewFailure.self
  ) -> PublishedTask<Progress, Success, NewFailure> {
    mapResult { .success($0.get()) }
  }
}
