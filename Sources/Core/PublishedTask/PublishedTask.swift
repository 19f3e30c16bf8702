/// Work that starts with its first subscriber, reports progress and completes once.
///
/// All subscribers share one run. A late subscriber receives the latest progress or the result. If the last subscriber
/// unsubscribes before completion, the run is cancelled. The next subscriber starts a new run.
public struct PublishedTask<Progress: Sendable, Success: Sendable, Failure: Error>: DeliveringPublisher {
  public typealias Update = TaskUpdate<Progress, Success, Failure>

  package let deliveries: Broadcaster<Update>
  /// The hub whose runs are the runs of this task.
  private let runner: AnyHub

  init(hub: Hub<Update>) {
    self.init(Broadcaster(hub), runBy: hub)
  }

  private init(_ deliveries: Broadcaster<Update>, runBy runner: AnyHub) {
    self.deliveries = deliveries
    self.runner = runner
  }

  /// Returns a task with the same runs, with updates from a broadcaster that was made from this task.
  @usableFromInline
  package func delivered<NewProgress: Sendable, NewSuccess: Sendable, NewFailure: Error>(
    by deliveries: Broadcaster<TaskUpdate<NewProgress, NewSuccess, NewFailure>>
  ) -> PublishedTask<NewProgress, NewSuccess, NewFailure> {
    PublishedTask<NewProgress, NewSuccess, NewFailure>(deliveries, runBy: runner)
  }

  /// Creates a task from anything that can be started and cancelled.
  ///
  ///     PublishedTask<Double, Data, any Error>(start: { run in
  ///       let request = client.fetch(url, progress: run.report, completion: run.complete)
  ///       return Subscription { request.cancel() }
  ///     })
  ///
  /// - Parameter start: Called for the first subscriber. It may report and complete immediately. The returned token is
  ///   invalidated to cancel the run. After completion there is nothing to cancel: a token made with
  ///   ``Subscription/init(onInvalidate:)`` is released without calling its closure, and any other is invalidated. The
  ///   start and the cancellation of a task never overlap. Reports from a cancelled run are dropped.
  public init(start: @escaping @Sendable (_ run: TaskRun<Progress, Success, Failure>) -> Subscription) {
    self.init(
      hub: Hub(remembering: 1) { hub, run in
        Nesting.callStartClosure { start(TaskRun(hub: hub, id: run)) }
      })
  }

  /// Creates a task that runs an asynchronous function, which can report its progress.
  ///
  /// The function runs in its own Swift task, which is cancelled when the last subscriber unsubscribes.
  ///
  /// - Parameter operation: Called for the first subscriber. A failure type other than `any Error` must be specified:
  ///   `{ report throws(UploadError) in … }`.
  public init(
    _ operation: @escaping @Sendable (_ report: ProgressReporter<Progress>) async throws(Failure) -> Success
  ) {
    self.init(start: { run in
      let task = Task.detached(priority: Task.currentPriority) {
        do throws(Failure) {
          run.succeed(try await operation(ProgressReporter { run.report($0) }))
        } catch {
          run.fail(error)
        }
      }
      return Subscription { task.cancel() }
    })
  }

  /// Creates a task that runs an asynchronous function without progress.
  ///
  /// The function runs in its own Swift task, which is cancelled when the last subscriber unsubscribes.
  public init(_ operation: @escaping @Sendable () async throws(Failure) -> Success) where Progress == Never {
    self.init { (_: ProgressReporter<Never>) async throws(Failure) -> Success in try await operation() }
  }

  /// Whether a run is in progress: from its first subscriber until it completes or the last unsubscribes.
  ///
  ///     let save = document.save()
  ///     save.isRunning.bind(to: spinner, \.isVisible).store(in: subscriptions)
  ///
  /// Reading or subscribing to this value starts no run. It becomes true before the closure that starts the run is
  /// called. It becomes false before the result is delivered, so a subscriber that receives the result finds the run
  /// complete. It updates on the thread that subscribes, completes or unsubscribes. It ends after the completion,
  /// because no other run follows. It does not keep the task alive. A task of a ``TaskSource`` is running from the
  /// beginning, with or without subscribers.
  ///
  /// Operators that transform the updates of a task, such as `map(_:)`, return a task with the same runs. A task that
  /// combines several tasks has its own runs.
  ///
  /// For an activity with many runs, such as one that a button starts, see `Action`.
  public var isRunning: PublishedValue<Bool> { PublishedValue(hub: runner.runningHub) }

  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }
}

/// An update of a task: its progress or its result.
///
/// A task delivers any number of ``inProgress(_:)`` updates, then at most one ``completed(_:)``, then nothing.
public enum TaskUpdate<Progress, Success, Failure: Error> {
  /// The task is in progress and has reported this progress.
  case inProgress(Progress)
  /// The task has completed with this result.
  case completed(Result<Success, Failure>)
}

extension TaskUpdate: Sendable where Progress: Sendable, Success: Sendable {}
extension TaskUpdate: Equatable where Progress: Equatable, Success: Equatable, Failure: Equatable {}
extension TaskUpdate: Hashable where Progress: Hashable, Success: Hashable, Failure: Hashable {}
