public import TidingsCore

extension PublishedTask {
  /// Transforms the progress of the task; the result stays as it is.
  ///
  ///     download.mapProgress { $0.fraction }
  ///
  ///     task:    1 of 4 --- 2 of 4 --- success|
  ///     result:   25 %  ---  50 %  --- success|
  ///
  /// Ends when this task ends.
  ///
  /// - Parameter transform: Called for each progress and each subscriber, where it is reported.
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
  /// The task as one that could report progress, to stand where such tasks are expected.
  public func withProgress<NewProgress: Sendable>(
    _ type: NewProgress.Type = NewProgress.self
  ) -> PublishedTask<NewProgress, Success, Failure> {
    mapProgress { (_: Never) -> NewProgress in }
  }
}
