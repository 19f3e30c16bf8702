extension PublishedTask {
  /// Creates a task that has already completed.
  public init(_ result: Result<Success, Failure>) {
    let hub = Hub<Update>(remembering: 1)
    hub.complete(with: .completed(result))
    self.init(hub: hub)
  }

  /// Returns a task that has already succeeded.
  public static func success(_ success: Success) -> Self {
    Self(.success(success))
  }

  /// Returns a task that has already failed.
  public static func failure(_ failure: Failure) -> Self {
    Self(.failure(failure))
  }

  /// Returns a task that never completes.
  ///
  /// - Parameter progress: The progress that its subscribers receive, if any.
  public static func pending(_ progress: Progress? = nil) -> Self {
    let hub = Hub<Update>(remembering: 1, initial: progress.map { .inProgress($0) })
    return Self(hub: hub)
  }

  /// Creates a task that completes a given time after its start.
  ///
  /// - Parameters:
  ///   - result: The result of the task.
  ///   - delay: The time from the start of each run.
  ///   - scheduler: The scheduler on which the task completes.
  public init(_ result: Result<Success, Failure>, after delay: Duration, on scheduler: some UpdateScheduler) {
    self.init(start: { run in scheduler.enqueue(after: delay) { run.complete(result) } })
  }

  /// Returns a task that succeeds a given time after its start.
  public static func success(
    _ success: Success, after delay: Duration, on scheduler: some UpdateScheduler
  ) -> Self {
    Self(.success(success), after: delay, on: scheduler)
  }

  /// Returns a task that fails a given time after its start.
  public static func failure(
    _ failure: Failure, after delay: Duration, on scheduler: some UpdateScheduler
  ) -> Self {
    Self(.failure(failure), after: delay, on: scheduler)
  }
}
