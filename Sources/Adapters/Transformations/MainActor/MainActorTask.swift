public import TidingsCore

/// A task on the main actor: its operators take closures that use main-actor state.
///
/// Made by ``PublishedTask/onMainActor``.
public struct MainActorTask<Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  let task: PublishedTask<Progress, Success, Failure>

  /// Transforms the value that the task succeeds with, on the main actor.
  ///
  /// - Parameter transform: Called once for each subscriber.
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Success) -> Output
  ) -> PublishedTask<Progress, Output, Failure> {
    let transform = MainActorClosure(transform).call
    return delivered.map(transform)
  }

  /// Transforms the progress of the task on the main actor.
  ///
  /// - Parameter transform: Called for each progress and each subscriber.
  public func mapProgress<NewProgress: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Progress) -> NewProgress
  ) -> PublishedTask<NewProgress, Success, Failure> {
    let transform = MainActorClosure(transform).call
    return delivered.mapProgress(transform)
  }

  /// Calls main-actor closures for events. See ``PublishedTask/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// - Parameters:
  ///   - update: Called with each progress and the result before they are passed on.
  ///   - ended: Called after the result.
  public func handleEvents(
    update: (@MainActor @Sendable (TaskUpdate<Progress, Success, Failure>) -> Void)? = nil,
    ended: (@MainActor @Sendable () -> Void)? = nil
  ) -> PublishedTask<Progress, Success, Failure> {
    let task = delivered
    return task.delivered(by: task.telling(update: update, ended: ended))
  }

  private var delivered: PublishedTask<Progress, Success, Failure> {
    task.delivered(by: task.deliveredOnMainActor())
  }
}
