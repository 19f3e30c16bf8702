public import TidingsCore

extension PublishedTask where Progress == Never {
  /// Creates a task from a function with a completion handler that cannot be cancelled.
  ///
  ///     let image = PublishedTask(callback: { decoder.decode(data, completion: $0) })
  ///
  /// When the last subscriber unsubscribes, the work continues and its result is dropped. The next subscriber starts it
  /// again.
  ///
  /// - Parameter start: Called for the first subscriber, with the completion handler. The handler may be called immediately
  ///   and on any thread. Only the first call has an effect. If it is released without a call, the task ends without a
  ///   result.
  public init(
    callback start: @escaping @Sendable (_ completion: @escaping @Sendable (Result<Success, Failure>) -> Void) -> Void
  ) {
    self.init(start: { run in
      start { run.complete($0) }
      return .ended
    })
  }

  /// Creates a task from a function with a completion handler that returns a request.
  ///
  ///     let profile = PublishedTask(callback: { client.fetch(url, completion: $0) }, cancel: { $0.cancel() })
  ///
  /// - Parameters:
  ///   - start: Called as for ``init(callback:)``. Returns the request that `cancel` takes.
  ///   - cancel: Called with the request when the last subscriber unsubscribes before the completion.
  public init<Request: Sendable>(
    callback start:
      @escaping @Sendable (
        _ completion: @escaping @Sendable (Result<Success, Failure>) -> Void
      ) -> Request,
    cancel: @escaping @Sendable (Request) -> Void
  ) {
    self.init(start: { run in
      let request = start { run.complete($0) }
      return Subscription { cancel(request) }
    })
  }
}

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

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a task that iterates this sequence. Its progress are the elements.
  ///
  ///     let upload = chunks.publishedTask()
  ///     upload.subscribe { bar.count = $0 } success: { done() } failure: { report($0) }.store(in: subscriptions)
  ///
  /// The first subscriber makes an iterator and starts the iteration. It is cancelled when the last subscriber unsubscribes
  /// before the end. The next subscriber starts a new iterator. The next element is requested after the previous one has
  /// been delivered, as for `broadcaster()`. Updates are delivered in the concurrency pool.
  ///
  /// - Returns: A task that succeeds at the end of the sequence, and fails with its failure.
  public func publishedTask() -> PublishedTask<Element, Void, Failure> {
    PublishedTask(start: { run in
      iterate {
        run.report($0)
      } completion: {
        run.complete($0)
      }
    })
  }
}
