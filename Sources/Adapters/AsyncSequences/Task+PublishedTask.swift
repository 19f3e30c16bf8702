public import TidingsCore

extension Task where Success: Sendable {
  /// A Swift task that is under way, as a published task.
  ///
  ///     let export = Task { try await document.export() }
  ///     export.publishedTask().subscribe { open($0) } failure: { report($0) }.store(in: subscriptions)
  ///
  /// The Swift task belongs to whoever has made it, so nothing is cancelled when nobody listens any more, unless this is
  /// asked for. A Swift task cannot run again: who subscribes after it was cancelled gets what has become of it. For work
  /// that is started by its first subscriber, give the asynchronous function itself to a ``PublishedTask``.
  ///
  /// The result comes in the concurrency pool.
  ///
  /// - Parameter cancelsWithLastSubscriber: Whether the Swift task is cancelled when its last subscriber leaves before
  ///   the result is there.
  public func publishedTask(cancelsWithLastSubscriber: Bool = false) -> PublishedTask<Never, Success, Failure> {
    guard cancelsWithLastSubscriber else {
      let source = TaskSource<Never, Success, Failure>()
      Task<Void, Never>.detached { source.complete(await self.result) }
      return source.publishedTask
    }
    return PublishedTask(start: { run in
      Task<Void, Never>.detached { run.complete(await self.result) }
      return Subscription { cancel() }
    })
  }
}
