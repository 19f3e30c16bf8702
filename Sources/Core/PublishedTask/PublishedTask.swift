import Synchronization

/// Work that starts with its first subscriber, reports progress and completes once.
///
/// All subscribers share one run. A late subscriber receives the latest progress or the result. If the last subscriber
/// unsubscribes before completion, the run is cancelled. The next subscriber starts a new run.
public struct PublishedTask<Progress: Sendable, Success: Sendable, Failure: Error>: DeliveringPublisher {
  public typealias Update = TaskUpdate<Progress, Success, Failure>

  package let deliveries: Broadcaster<Update>
  /// The hub with the runs of this task.
  private let runner: AnyHub

  init(hub: Hub<Update>) { self.init(Broadcaster(hub), runBy: hub) }

  private init(_ deliveries: Broadcaster<Update>, runBy runner: AnyHub) {
    self.deliveries = deliveries
    self.runner = runner
  }

  /// Returns a task with the same runs, with updates from a broadcaster that was made from this task.
  @usableFromInline package func delivered<NewProgress: Sendable, NewSuccess: Sendable, NewFailure: Error>(
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
  ///   ``Subscription/init(onInvalidate:)`` is released without calling its closure, and any other is invalidated. The start and
  ///   the cancellation never overlap.
  public init(start: @escaping @Sendable (_ run: TaskRun<Progress, Success, Failure>) -> Subscription) {
    self.init(
      hub: Hub(remembering: 1) { hub, run in
        start(TaskRun(hub: hub, id: run))
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
  ///     save.isRunning.bind(to: \.isVisible, on: spinner).store(in: subscriptions)
  ///
  /// Reading or subscribing to this value starts no run. It becomes true before the closure that starts the run is called. It
  /// becomes false before the completing thread delivers the result, so a subscriber that receives the result there finds the run
  /// complete. One that subscribes on another thread at that moment may find it in progress. It updates on the thread that
  /// subscribes, completes or unsubscribes. It ends after the completion, because no other run follows. It does not keep the task
  /// alive. A task of a ``TaskSource``, and one made with ``pending(_:)``, is running from the beginning.
  ///
  /// Operators that transform the updates of a task, such as `map(_:)`, return a task with the same runs. A task that combines
  /// several tasks has its own runs. For an activity with many runs, such as one that a button starts, see `Action`.
  public var isRunning: PublishedValue<Bool> { PublishedValue(hub: runner.runningHub) }

  public func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }
}

/// An update of a task: any number of ``inProgress(_:)``, then at most one ``completed(_:)``, then nothing.
public enum TaskUpdate<Progress, Success, Failure: Error> {
  /// The task is in progress and has reported this progress.
  case inProgress(Progress)
  /// The task has completed with this result.
  case completed(Result<Success, Failure>)
}

extension TaskUpdate: Sendable where Progress: Sendable, Success: Sendable {}
extension TaskUpdate: Equatable where Progress: Equatable, Success: Equatable, Failure: Equatable {}
extension TaskUpdate: Hashable where Progress: Hashable, Success: Hashable, Failure: Hashable {}

extension PublishedTask {
  /// Creates a task that has already completed.
  public init(_ result: Result<Success, Failure>) {
    let hub = Hub<Update>(remembering: 1)
    hub.finish(with: .completed(result))
    self.init(hub: hub)
  }

  /// Returns a task that has already succeeded.
  public static func success(_ success: Success) -> Self { Self(.success(success)) }

  /// Returns a task that has already failed.
  public static func failure(_ failure: Failure) -> Self { Self(.failure(failure)) }

  /// Returns a task that never completes.
  ///
  /// - Parameter progress: The progress that its subscribers receive, if any.
  public static func pending(_ progress: Progress? = nil) -> Self {
    Self(hub: Hub(remembering: 1, initial: progress.map { .inProgress($0) }))
  }

  /// Creates a task that completes a given time after its start.
  ///
  /// - Parameters:
  ///   - result: The result of the task.
  ///   - delay: The time from the start of each run.
  ///   - scheduler: The scheduler on which the task completes.
  public init(_ result: Result<Success, Failure>, after delay: Duration, on scheduler: some UpdateScheduler) {
    self.init(start: { run in
      MainActorDeadlockCheck.note(.scheduler(scheduler))
      return scheduler.enqueue(after: delay) { run.complete(result) }
    })
  }

  /// The result of the task, which is started if it has not been started yet.
  ///
  /// If the waiting Swift task is cancelled, the wait ends immediately with a `CancellationError`. The published task is
  /// cancelled, unless it has other subscribers. This requires a `Failure` that can be a `CancellationError`, as `any Error` can.
  /// A transfer or a file task ends the wait with its own error for a cancellation. With any other `Failure`, the wait continues.
  ///
  /// A task whose source is released or removes its subscribers without completing has no result. Waiting for it is a programming
  /// error and traps.
  public var result: Result<Success, Failure> {
    get async {
      let cancellation = Self.cancellation
      if let cancellation, Task.isCancelled { return .failure(cancellation) }
      let (results, wait) = AsyncStream<Result<Success, Failure>>.makeStream()
      let isCancelled = Atomic(false)
      let subscription = attachWaiting {
        if case .completed(let result) = $0 { wait.yield(result) }
      } over: {
        // A cancelled wait ends with its failure.
        if !isCancelled.load(ordering: .acquiring) { wait.finish() }
      }
      let result = await withTaskCancellationHandler {
        // In another task, because the cancellation of this one would end the iteration.
        await Task { await results.first { _ in true } }.value
      } onCancel: {
        guard let cancellation else { return }
        isCancelled.store(true, ordering: .releasing)
        // The work is cancelled before the wait ends.
        subscription.invalidate()
        wait.yield(.failure(cancellation))
      }
      guard let result = result ?? keptResult else {
        fatalError(
          """
          The result of a PublishedTask was awaited, but its TaskSource or TaskRun went away or removed its \
          subscribers without completing. Complete it in every case, for instance with a failure.
          """)
      }
      return withExtendedLifetime(subscription) { result }
    }
  }

  /// The result that late subscribers receive, for a waiting one that was removed before its delivery. Starts no run.
  package var keptResult: Result<Success, Failure>? {
    guard runner.withLock({ runner.isFinished }) else { return nil }
    let kept = Locked<Result<Success, Failure>?>(nil)
    _ = attach { if case .completed(let result) = $0 { kept.withLock { $0 = result } } }
    return kept.withLock { $0 }
  }

  private static var cancellation: Failure? {
    let type = Failure.self as? any FailureWithCancellation.Type
    return type.map { $0.cancellation as? Failure } ?? CancellationError() as? Failure
  }

  /// The value of the task, or its failure as an error. See ``result``.
  public var value: Success {
    get async throws(Failure) { try await result.get() }
  }
}

extension PublishedTask where Failure == Never {
  /// The value of the task, which is started if it has not been started yet.
  ///
  /// Cancelling the waiting code does not end the wait.
  // A separate getter, because the compiler crashes if the failure of the throwing getter turns out to be Never.
  public var value: Success {
    get async { await result.get() }
  }
}

package protocol FailureWithCancellation: Error {
  /// The failure with which a wait for a result ends when the waiting Swift task is cancelled.
  static var cancellation: Self { get }
}
