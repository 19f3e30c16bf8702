public import TidingsCore

extension PublishedTask {
  /// Replaces a failure by a success, so that the task cannot fail.
  ///
  ///     task:                 10% --- failure(offline)|
  ///     recover { cached }:   10% --- success(cached)|
  ///
  /// Ends when this task ends. To start another task after a failure, use ``catch(_:)``.
  ///
  /// - Parameter transform: Called once for each subscriber, on the thread of the failure.
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

  /// Replaces a failure with a value, so that the task cannot fail.
  public func replaceError(with success: Success) -> PublishedTask<Progress, Success, Never> {
    recover { _ in success }
  }
}

extension PublishedTask {
  /// Erases the type of the failure, so that tasks with different types of failures can be combined.
  ///
  /// Ends when this task ends.
  public func eraseFailure() -> PublishedTask<Progress, Success, any Error> {
    mapResult { result in result.mapError { $0 } }
  }
}
