public import TidingsCore

extension PublishedTask {
  /// Transforms the result that the task completes with; progress stays as it is.
  ///
  ///     response.mapResult { result in
  ///       result.flatMap { $0.isValid ? .success($0.body) : .failure(.invalid) }
  ///     }
  ///
  ///     task:    10% --- 80% --- success(404)|
  ///     result:  10% --- 80% --- failure(notFound)|
  ///
  /// A success may become a failure and the other way round. Ends when this task ends.
  ///
  /// - Parameter transform: Called once for each subscriber, where the task completes.
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
