public import TidingsCore

extension PublishedTask where Progress == Never {
  /// Creates a task from a function with a completion handler that cannot be cancelled.
  ///
  ///     let image = PublishedTask(callback: { decoder.decode(data, completion: $0) })
  ///
  /// When the last subscriber unsubscribes, the work continues and its result is dropped. The next subscriber starts it again.
  ///
  /// - Parameter start: Called for the first subscriber. The completion handler may be called immediately and on any thread. Only
  ///   the first call has an effect. If it is released without a call, the task ends without a result.
  @_alwaysEmitIntoClient public init(
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
  ///   - cancel: Called with the request if the last subscriber unsubscribes, or the handler is released, before a completion.
  @_alwaysEmitIntoClient public init<Request: Sendable>(
    callback start:
      @escaping @Sendable (_ completion: @escaping @Sendable (Result<Success, Failure>) -> Void) -> Request,
    cancel: @escaping @Sendable (Request) -> Void
  ) {
    self.init(start: { run in
      let request = start { run.complete($0) }
      return Subscription { cancel(request) }
    })
  }
}

extension Task where Success: Sendable {
  /// Returns a published task with the result of this Swift task, which is delivered in the concurrency pool.
  ///
  ///     let export = Task { try await document.export() }
  ///     export.publishedTask().subscribe { open($0) } failure: { report($0) }.store(in: subscriptions)
  ///
  /// A Swift task cannot run again, so a subscriber after a cancellation receives the result of the cancelled task. For work that
  /// is started by its first subscriber, pass an asynchronous function to ``PublishedTask``.
  ///
  /// - Parameter cancelsWithLastSubscriber: Whether the Swift task is cancelled when its last subscriber unsubscribes.
  @_alwaysEmitIntoClient
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
  /// It succeeds at the end of the sequence, and fails with its failure. Its iteration is that of `broadcaster()`.
  @_alwaysEmitIntoClient public func publishedTask() -> PublishedTask<Element, Void, Failure> {
    PublishedTask(start: { run in
      iterate {
        run.report($0)
      } completion: {
        run.complete($0)
      }
    })
  }
}

extension PublishedTask {
  /// The progress of the task, as an asynchronous sequence that throws its failure.
  ///
  ///     let download = session.publishedTask(downloading: request, to: file)
  ///     for try await progress in download.progress { bar.fraction = progress.fraction }
  ///     let file = try await download.value
  ///
  /// See ``progress(buffering:dropped:)``. The buffer has no limit.
  @_alwaysEmitIntoClient public var progress: ProgressSequence<Progress, Success, Failure> {
    progress(buffering: .unbounded)
  }

  /// Returns the progress of the task, as an asynchronous sequence that throws its failure.
  ///
  /// This subscribes immediately, which starts the task. After the last progress, the sequence ends if the task has succeeded,
  /// and throws if it has failed. If `Failure` is `Never`, no `try` is needed. When the Swift task of the loop is cancelled, the
  /// sequence ends without an error, and this task is cancelled if it has no other subscribers. Check `Task.isCancelled` after
  /// the loop. A failure is never dropped. See ``Publisher/values(buffering:dropped:)`` for all else.
  @_alwaysEmitIntoClient public func progress(
    buffering: Buffering, dropped: (@Sendable (Progress) -> Void)? = nil
  ) -> ProgressSequence<Progress, Success, Failure> {
    ProgressSequence(
      updates: values(buffering: buffering) { update in
        if case .inProgress(let progress) = update { dropped?(progress) }
      })
  }
}

/// The progress of a task, as an asynchronous sequence. See ``PublishedTask/progress(buffering:dropped:)``.
///
/// All iterators share one subscription, as those of ``UpdateSequence``. One of them throws the failure.
public struct ProgressSequence<Progress: Sendable, Success: Sendable, Failure: Error>: AsyncSequence, Sendable {
  public typealias Element = Progress

  fileprivate let updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>

  @usableFromInline init(updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>) { self.updates = updates }
  public func makeAsyncIterator() -> Iterator { Iterator(updates: updates.makeAsyncIterator()) }

  /// An iterator that returns one progress after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var updates: UpdateSequence<TaskUpdate<Progress, Success, Failure>>.Iterator

    public mutating func next() async throws(Failure) -> Progress? { try await next(isolation: nil) }

    /// Returns the next progress, or nil when the task has succeeded or the Swift task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Progress? {
      switch await updates.next(isolation: actor) {
      case .inProgress(let progress): return progress
      case .completed(.failure(let failure)): throw failure
      case .completed(.success), nil: return nil
      }
    }
  }
}

@available(*, unavailable) extension ProgressSequence.Iterator: Sendable {}
