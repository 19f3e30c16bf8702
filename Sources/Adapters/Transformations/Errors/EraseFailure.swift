public import TidingsCore

extension PublishedTask {
  /// Forgets the type of the failure, so that tasks that fail in different ways can stand together.
  ///
  /// Ends when this task ends.
  public func eraseFailure() -> PublishedTask<Progress, Success, any Error> {
    mapResult { result in result.mapError { $0 } }
  }
}
