public import TidingsCore

extension PublishedTask {
  /// Transforms the result of a task.
  ///
  ///     response.mapResult { result in
  ///       result.flatMap { $0.isValid ? .success($0.body) : .failure(.invalid) }
  ///     }
  ///
  ///     task:    10% --- 80% --- success(404)|
  ///     result:  10% --- 80% --- failure(notFound)|
  ///
  /// Ends when this task ends.
  ///
  /// - Parameter transform: Called once for each subscriber, on the completing thread.
  public func mapResult<Output: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Result<Success, Failure>) -> Result<Output, NewFailure>
  ) -> PublishedTask<Progress, Output, NewFailure> {
    delivered(
      by: through { update, emit in
        switch update {
        case .inProgress(let progress): emit(.inProgress(progress))
        case .completed(let result): emit(.completed(transform(result)))
        }
      })
  }
}

extension PublishedTask {
  /// Transforms the failure of a task.
  ///
  ///     task:    10% --- failure(timedOut)|
  ///     result:  10% --- failure(NetworkError(timedOut))|
  ///
  /// Ends when this task ends. If the type of the failure does not matter, use ``eraseFailure()``.
  ///
  /// - Parameter transform: Called once for each subscriber, on the thread of the failure.
  public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> PublishedTask<Progress, Success, NewFailure> {
    mapResult { $0.mapError(transform) }
  }
}

extension PublishedTask where Failure == Never {
  /// Returns the task with another type of failure, although it cannot fail. In Combine, this is `setFailureType`.
  public func withFailure<NewFailure: Error>(
    _ type: NewFailure.Type = NewFailure.self
  ) -> PublishedTask<Progress, Success, NewFailure> {
    mapResult { .success($0.get()) }
  }
}

extension PublishedTask {
  /// Transforms the progress of a task.
  ///
  ///     download.mapProgress { $0.fraction }
  ///
  ///     task:    1 of 4 --- 2 of 4 --- success|
  ///     result:   25 %  ---  50 %  --- success|
  ///
  /// Ends when this task ends.
  ///
  /// - Parameter transform: Called for each progress and subscriber, on the reporting thread.
  public func mapProgress<NewProgress: Sendable>(
    _ transform: @escaping @Sendable (Progress) -> NewProgress
  ) -> PublishedTask<NewProgress, Success, Failure> {
    delivered(
      by: through { update, emit in
        switch update {
        case .inProgress(let progress): emit(.inProgress(transform(progress)))
        case .completed(let result): emit(.completed(result))
        }
      })
  }
}

extension PublishedTask where Progress == Never {
  /// Returns the task with another type of progress, although it reports none.
  public func withProgress<NewProgress: Sendable>(
    _ type: NewProgress.Type = NewProgress.self
  ) -> PublishedTask<NewProgress, Success, Failure> {
    mapProgress { (_: Never) -> NewProgress in }
  }
}
