public import TidingsCore

extension PublishedTask {
  /// Makes a success of a failure, so that the task cannot fail any more.
  ///
  ///     task:                 10% --- failure(offline)|
  ///     recover { cached }:   10% --- success(cached)|
  ///
  /// Ends when this task ends. What takes work to make up for a failure is a task, for ``catch(_:)``.
  ///
  /// - Parameter transform: Called once for each subscriber, where the task fails.
  public func recover(
    _ transform: @escaping @Sendable (Failure) -> Success
  ) -> PublishedTask<Progress, Success, Never> {
    mapResult { result in
      switch result {
      case .success(let success): .success(success)
      case .failure(let failure): .success(transform(failure))
      }
    }
  }

  /// Succeeds with this value where the task fails; as ``recover(_:)`` without looking at the failure.
  public func replaceError(with success: Success) -> PublishedTask<Progress, Success, Never> {
    recover { _ in success }
  }
}

extension PublishedTask {
  /// Forgets the type of the failure, so that tasks that fail in different ways can stand together.
  ///
  /// Ends when this task ends.
  public func eraseFailure() -> PublishedTask<Progress, Success, any Error> {
    mapResult { result in result.mapError { $0 } }
  }
}
