/// Work that starts with its first subscriber, reports progress, completes once, and is cancelled when nobody listens.
///
/// All subscribers share one run. Somebody who comes late gets the latest progress, or the result. When the last one
/// leaves before completion the run is cancelled, and the next subscriber starts a fresh one.
public struct PublishedTask<Progress: Sendable, Success: Sendable, Failure: Error>: Publisher, Attachable {
  public typealias Update = TaskUpdate<Progress, Success, Failure>

  @usableFromInline package let attachment: Attachment<Update>

  @usableFromInline
  package init(_ attachment: Attachment<Update>) {
    self.attachment = attachment
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
      Attachment(to: Hub(remembering: 1) { hub, run in start(TaskRun(hub: hub, id: run)) }))
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

  public func attach(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription {
    attachment(receive)
  }
}
