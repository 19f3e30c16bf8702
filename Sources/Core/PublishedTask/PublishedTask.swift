/// Work that starts with its first subscriber, reports progress, completes once, and is cancelled when nobody listens.
///
/// All subscribers share one run. Somebody who comes late gets the latest progress, or the result. When the last one
/// leaves before completion the run is cancelled, and the next subscriber starts a fresh one.
public struct PublishedTask<Progress: Sendable, Success: Sendable, Failure: Error>: DeliveringPublisher {
  public typealias Update = TaskUpdate<Progress, Success, Failure>

  package let deliveries: Broadcaster<Update>
  /// The hub whose runs are those of this task.
  private let runner: AnyHub

  init(hub: Hub<Update>) {
    self.init(Broadcaster(hub), runBy: hub)
  }

  private init(_ deliveries: Broadcaster<Update>, runBy runner: AnyHub) {
    self.deliveries = deliveries
    self.runner = runner
  }

  /// A task with the same runs, whose updates come from a broadcaster made of this one.
  @usableFromInline
  package func delivered<NewProgress: Sendable, NewSuccess: Sendable, NewFailure: Error>(
    by deliveries: Broadcaster<TaskUpdate<NewProgress, NewSuccess, NewFailure>>
  ) -> PublishedTask<NewProgress, NewSuccess, NewFailure> {
    PublishedTask<NewProgress, NewSuccess, NewFailure>(deliveries, runBy: runner)
  }

  /// A task around anything that can be started and cancelled.
  ///
  ///     PublishedTask<Double, Data, any Error>(start: { run in
  ///       let request = client.fetch(url, progress: run.report, completion: run.complete)
  ///       return Subscription { request.cancel() }
  ///     })
  ///
  /// - Parameter start: Called for the first subscriber. It may report and complete at once. The token it returns is
  ///   invalidated to cancel the run. After completion there is nothing to cancel: then a token made with
  ///   ``Subscription/init(onInvalidate:)`` is let go without calling its closure, and any other is invalidated.
  ///   Start and cancel of a task never overlap. What a cancelled run still reports is dropped.
  public init(start: @escaping @Sendable (_ run: TaskRun<Progress, Success, Failure>) -> Subscription) {
    self.init(
      hub: Hub(remembering: 1) { hub, run in
        Nesting.callStartClosure { start(TaskRun(hub: hub, id: run)) }
      })
  }

  /// A task that runs an asynchronous function, which reports its progress.
  ///
  /// The function runs in a Swift task of its own, which is cancelled when nobody listens.
  ///
  /// - Parameter operation: Called for the first subscriber. To fail with a type other than `any Error`, say it:
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

  /// A task that runs an asynchronous function without progress.
  ///
  /// The function runs in a Swift task of its own, which is cancelled when nobody listens.
  public init(_ operation: @escaping @Sendable () async throws(Failure) -> Success) where Progress == Never {
    self.init { (_: ProgressReporter<Never>) async throws(Failure) -> Success in try await operation() }
  }

  /// Whether a run is under way: true from its first subscriber until it completes or the last subscriber leaves.
  ///
  ///     let save = document.save()
  ///     save.isRunning.bind(to: spinner, \.isVisible).store(in: subscriptions)
  ///
  /// To read or to follow it starts nothing. It is true before the closure that starts the run is called, and false
  /// before the result is delivered, so that a subscriber that gets the result finds the task done. It updates on the
  /// thread that subscribes, completes or leaves, and ends after the completion, as no other run follows. It does not
  /// keep the task alive. A task that is driven by a ``TaskSource`` runs from the beginning, whether anybody subscribes
  /// or not.
  ///
  /// Tasks made of this one by operators that transform its updates, such as `map(_:)`, have the same runs. One that
  /// brings several tasks together has runs of its own.
  ///
  /// For an activity with many runs, such as what a button starts, see `Action`.
  public var isRunning: PublishedValue<Bool> {
    runner.isRunning
  }

  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }
}

/// What a task tells its subscribers: how far it is, and at last how it went.
///
/// A task delivers any number of ``inProgress(_:)`` updates, then at most one ``completed(_:)``, then nothing.
public enum TaskUpdate<Progress, Success, Failure: Error> {
  /// The task is still working and has come this far.
  case inProgress(Progress)
  /// The task has ended with this result.
  case completed(Result<Success, Failure>)
}

extension TaskUpdate: Sendable where Progress: Sendable, Success: Sendable {}
extension TaskUpdate: Equatable where Progress: Equatable, Success: Equatable, Failure: Equatable {}
extension TaskUpdate: Hashable where Progress: Hashable, Success: Hashable, Failure: Hashable {}
