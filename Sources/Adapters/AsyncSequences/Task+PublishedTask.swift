public import TidingsCore

extension Task where Success: Sendable {
  /// Returns a published task with the result of this Swift task.
  ///
  ///     let export = Task { try await document.export() }
  ///     export.publishedTask().subscribe { open($0) } failure: { report($0) }.store(in: subscriptions)
  ///
  /// By default, the Swift task is not cancelled when the last subscriber unsubscribes. A Swift task cannot run again, so a
  /// subscriber after a cancellation receives the result of the cancelled task. For work that is started by its first
  /// subscriber, pass an asynchronous function to ``PublishedTask``.
  ///
  /// The result is delivered in the concurrency pool.
  ///
  /// - Parameter cancelsWithLastSubscriber: Whether the Swift task is cancelled when its last subscriber unsubscribes
  ///   before the result is available.
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
