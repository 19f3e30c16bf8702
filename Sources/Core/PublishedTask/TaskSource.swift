/// The source of a task that is driven from outside, for work already in progress and for stubs.
///
/// A loss of subscribers cancels no work. If the source is released without completing, its task ends without a result.
public final class TaskSource<Progress: Sendable, Success: Sendable, Failure: Error>: DeliveringPublisher {
  public typealias Update = TaskUpdate<Progress, Success, Failure>

  private let hub: Hub<Update>
  private let run: TaskRun<Progress, Success, Failure>

  /// Creates a source whose task is in progress.
  public init() {
    hub = Hub(remembering: 1)
    run = TaskRun(hub: hub)
  }

  var subscriberCount: Int { hub.subscriberCount }

  /// Reports the progress of the work.
  public func report(_ progress: Progress) { run.report(progress) }

  /// Completes the task with a value.
  public func succeed(_ success: Success) { run.succeed(success) }

  /// Completes the task with an error.
  public func fail(_ failure: Failure) { run.fail(failure) }

  /// Completes the task. Only the first completion has an effect.
  public func complete(_ result: Result<Success, Failure>) { run.complete(result) }

  /// The task of this source. It does not keep the source alive.
  public var publishedTask: PublishedTask<Progress, Success, Failure> { PublishedTask(hub: hub) }
  package var deliveries: Broadcaster<Update> { Broadcaster(hub) }

  /// Whether there are subscribers.
  public var hasSubscribers: Bool { hub.hasSubscribers }

  /// Invalidates the subscriptions that were made directly to this. Their end handlers are not called.
  ///
  /// A subscription on an actor or through an operator such as `share()` still receives pending updates, and remains active.
  public func removeAllSubscribers() { hub.invalidateAll() }

  public func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    hub.join(receive, ended: ended)
  }
}

extension TaskSource where Success == Void {
  /// Completes the task with success.
  public func succeed() { succeed(()) }
}

/// One run of a task, for the code that does the work.
///
/// Reports from a cancelled or completed run are dropped. If it is released without completing, its task ends without a result.
public final class TaskRun<Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  private let hub: Hub<TaskUpdate<Progress, Success, Failure>>
  private let id: RunID

  init(hub: Hub<TaskUpdate<Progress, Success, Failure>>, id: RunID = .standing) {
    self.hub = hub
    self.id = id
  }

  deinit { hub.finish(in: id) }
  package var isWanted: Bool { hub.hasSubscribers(in: id) }

  /// Reports the progress of the work.
  public func report(_ progress: Progress) { hub.publishAndReturn(.inProgress(progress), in: id) }

  /// Completes the task with a value.
  public func succeed(_ success: Success) { complete(.success(success)) }

  /// Completes the task with an error.
  public func fail(_ failure: Failure) { complete(.failure(failure)) }

  /// Completes the task. Only the first completion has an effect.
  public func complete(_ result: Result<Success, Failure>) { hub.finish(with: .completed(result), in: id) }
}

extension TaskRun where Success == Void {
  /// Completes the task with success.
  public func succeed() { succeed(()) }
}

/// A reporter of a task's progress to the subscribers, which is called like a function.
///
///     PublishedTask { report in
///       for (index, page) in pages.enumerated() {
///         try await upload(page)
///         report(index + 1)
///       }
///     }
public struct ProgressReporter<Progress: Sendable>: Sendable {
  private let report: @Sendable (Progress) -> Void

  init(_ report: @escaping @Sendable (Progress) -> Void) { self.report = report }

  /// Reports the progress of the work. The report is dropped if the task was cancelled.
  public func callAsFunction(_ progress: Progress) { report(progress) }
}
