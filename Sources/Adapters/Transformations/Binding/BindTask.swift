public import TidingsCore

extension PublishedTask {
  /// Starts the task and sets properties to its progress and its result.
  ///
  ///     loadTitle().bind(progress: fraction, success: title, failure: error).store(in: subscriptions)
  ///
  /// A success sets the property for the failure to nil. A failure does not change the property for the success.
  ///
  /// The properties are set on the reporting thread and are not kept alive. The subscription ends with the first update
  /// that finds none of them, which cancels a task without other subscribers.
  ///
  /// - Parameters:
  ///   - progress: Set to each progress.
  ///   - success: Set to the value of a success.
  ///   - failure: Set to a failure, or to nil by a success.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
  public func bind(
    progress: PublishedProperty<Progress>? = nil, success: PublishedProperty<Success>,
    failure: PublishedProperty<Failure?>? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    bind(progress, success, failure, fileID: fileID, line: line) { $0 }
  }

  /// Starts the task and sets properties to its progress and its result, of which any may be omitted.
  ///
  /// - Parameters:
  ///   - progress: Set to each progress.
  ///   - success: Set to the value of a success.
  ///   - failure: Set to a failure, or to nil by a success.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
  public func bind(
    progress: PublishedProperty<Progress>? = nil, success: PublishedProperty<Success?>? = nil,
    failure: PublishedProperty<Failure?>? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    bind(progress, success, failure, fileID: fileID, line: line) { $0 }
  }

  private func bind<Value: Sendable>(
    _ progress: PublishedProperty<Progress>?, _ success: PublishedProperty<Value>?,
    _ failure: PublishedProperty<Failure?>?, fileID: StaticString, line: UInt,
    to value: @escaping @Sendable (Success) -> Value
  ) -> Subscription {
    subscribeUntilFalse(fileID: fileID, line: line, depth: 2) {
      [weak progress, weak success, weak failure] update in
      guard progress != nil || success != nil || failure != nil else { return false }
      switch update {
      case .inProgress(let new):
        progress?.value = new
      case .completed(.success(let new)):
        success?.value = value(new)
        failure?.value = nil
      case .completed(.failure(let error)):
        failure?.value = error
      }
      return true
    }
  }
}
