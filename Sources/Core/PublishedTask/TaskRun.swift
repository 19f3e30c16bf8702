/// One run of a task, as seen by the code that does the work.
///
/// A run that has been cancelled or has completed takes no more reports; they are dropped. A run that goes away
/// without completing ends its task without a result.
public final class TaskRun<Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  private let hub: Hub<TaskUpdate<Progress, Success, Failure>>
  private let id: RunID

  init(hub: Hub<TaskUpdate<Progress, Success, Failure>>, id: RunID = .standing) {
    self.hub = hub
    self.id = id
  }

  deinit {
    hub.finish(in: id)
  }

  /// Tells how far the work is.
  public func report(_ progress: Progress) {
    hub.publishAndReturn(.inProgress(progress), in: id)
  }

  /// Completes the task with a value.
  public func succeed(_ success: Success) {
    complete(.success(success))
  }

  /// Completes the task with an error.
  public func fail(_ failure: Failure) {
    complete(.failure(failure))
  }

  /// Completes the task. Only the first completion counts.
  public func complete(_ result: Result<Success, Failure>) {
    hub.complete(with: .completed(result), in: id)
  }
}
