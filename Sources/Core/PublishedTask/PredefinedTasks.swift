extension PublishedTask {
  /// A task that has completed already.
  public init(_ result: Result<Success, Failure>) {
    let hub = Hub<Update>(remembering: 1)
    hub.complete(with: .completed(result))
    self.init(hub: hub)
  }

  /// A task that has succeeded already.
  public static func success(_ success: Success) -> Self {
    Self(.success(success))
  }

  /// A task that has failed already.
  public static func failure(_ failure: Failure) -> Self {
    Self(.failure(failure))
  }

  /// A task that never completes.
  ///
  /// - Parameter progress: What its subscribers are told, if anything.
  public static func pending(_ progress: Progress? = nil) -> Self {
    let hub = Hub<Update>(remembering: 1, initial: progress.map { .inProgress($0) })
    return Self(hub: hub)
  }

  /// A task that completes some time after it was started.
  ///
  /// - Parameters:
  ///   - result: What it completes with.
  ///   - delay: The time from the start of each run.
  ///   - scheduler: Where the task completes.
  public init(_ result: Result<Success, Failure>, after delay: Duration, on scheduler: some UpdateScheduler) {
    self.init(start: { run in scheduler.enqueue(after: delay) { run.complete(result) } })
  }

  /// A task that succeeds some time after it was started.
  public static func success(
    _ success: Success, after delay: Duration, on scheduler: some UpdateScheduler
  ) -> Self {
    Self(.success(success), after: delay, on: scheduler)
  }

  /// A task that fails some time after it was started.
  public static func failure(
    _ failure: Failure, after delay: Duration, on scheduler: some UpdateScheduler
  ) -> Self {
    Self(.failure(failure), after: delay, on: scheduler)
  }
}
