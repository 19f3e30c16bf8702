public import TidingsCore

extension Publisher {
  /// The updates as an asynchronous sequence with an unlimited buffer. See ``values(buffering:dropped:)``.
  ///
  ///     for await title in model.title.values { label.text = title }
  @_alwaysEmitIntoClient public var values: UpdateSequence<Update> { values(buffering: .unbounded) }

  /// Returns the updates as an asynchronous sequence.
  ///
  ///     let positions = vehicle.position.values(buffering: .newest(1))
  ///     for await position in positions { await map.move(to: position) }
  ///
  /// This subscribes immediately, so updates before the loop are kept, and a task is started. The publisher never waits for the
  /// loop. The sequence ends with the publisher. It also ends when the Swift task of the loop is cancelled, which drops pending
  /// updates. The subscription ends at the same time, or when the sequence and its iterators are released. Leaving the loop is
  /// not enough while a variable keeps the sequence. The result of a task is never dropped. ``PublishedTask/progress`` throws a
  /// failure.
  ///
  /// - Parameters:
  ///   - buffering: The limit for updates that the loop has not yet received.
  ///   - dropped: Called with each dropped update, on the publishing thread.
  @_alwaysEmitIntoClient
  public func values(buffering: Buffering, dropped: (@Sendable (Update) -> Void)? = nil) -> UpdateSequence<Update> {
    UpdateSequence(of: self, buffering: buffering, dropped: dropped)
  }

  /// Waits for a single update: the current one of a value, or the next one of a broadcaster.
  ///
  ///     guard let answer = await dialog.answers.first() else { return }
  ///
  /// The subscription is made before the wait and ends with the update. If the caller and the publishing code run on the same
  /// actor, no update is missed in between. For a task, this is the first progress or the result; see ``PublishedTask/result``.
  /// Returns nil if the publisher ends without an update or the Swift task is cancelled.
  @_alwaysEmitIntoClient public nonisolated(nonsending) func first() async -> Update? {
    await first { _ in true }
  }

  /// Waits for the first update that satisfies a condition, which is called on the publishing thread. See ``first()``.
  ///
  ///     _ = await connection.$state.first { $0 == .open }
  @_alwaysEmitIntoClient
  public nonisolated(nonsending) func first(where condition: @escaping @Sendable (Update) -> Bool) async -> Update? {
    var iterator = UpdateSequence(firstOf: self, where: condition).makeAsyncIterator()
    return await iterator.next(isolation: #isolation)
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Iterates in a Swift task until the end, or until the token is invalidated. Requests an element after `receive`.
  @_alwaysEmitIntoClient func iterate(
    _ receive: @escaping @Sendable (Element) -> Void,
    completion: @escaping @Sendable (Result<Void, Failure>) -> Void
  ) -> Subscription {
    // Made before the task begins, because some sequences buffer from the creation of their iterator.
    let iterator = makeAsyncIterator()
    let task = Task.detached(priority: Task.currentPriority) {
      var iterator = iterator
      do throws(Failure) {
        // Called once more after a cancellation, because a sequence notices it only while it is called. An element that it
        // then returns is dropped.
        while let element = try await iterator.next(isolation: nil) {
          guard !Task.isCancelled else { return }
          receive(element)
        }
        completion(.success(()))
      } catch {
        completion(.failure(error))
      }
    }
    return Subscription { task.cancel() }
  }
}

/// The updates of one subscription, as an asynchronous sequence. See ``Publisher/values(buffering:dropped:)``.
///
/// All iterators share one subscription and one buffer. Each update goes to one of them, so a second loop continues where
/// the first one has stopped.
public struct UpdateSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  private let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let pending = PendingUpdates<Element>()
  /// Ends with the last copy of the sequence and its iterators.
  private let subscription: Subscription

  @usableFromInline
  init(of publisher: some Publisher<Element>, buffering: Buffering, dropped: (@Sendable (Element) -> Void)?) {
    buffering.checkLimit()
    let (signals, continuation) = AsyncStream<Void>.makeStream()
    (self.signals, self.continuation) = (signals, continuation)
    subscription = publisher.attachWaiting { [pending] update in
      let overflow = pending.updates.withLock { updates in
        updates == nil ? nil : buffering.append(update, to: &updates!)
      }
      if let overflow { dropped?(overflow) } else { continuation.yield() }
    } over: {
      continuation.finish()
    }
  }

  /// Ends after the first update that satisfies the condition.
  @usableFromInline
  init(firstOf publisher: some Publisher<Element>, where condition: @escaping @Sendable (Element) -> Bool) {
    let (signals, continuation) = AsyncStream<Void>.makeStream()
    (self.signals, self.continuation) = (signals, continuation)
    let upstreams = Upstreams()
    subscription = upstreams.token
    // Also called when the source releases its subscribers.
    let over = Subscription { continuation.finish() }
    upstreams.connect(publisher, ended: { over.invalidate() }) { [pending] update in
      guard condition(update) else { return }
      pending.updates.withLock { $0?.append(update) }
      continuation.yield()
      over.invalidate()
      upstreams.invalidate()
    }
  }

  public func makeAsyncIterator() -> Iterator { Iterator(updates: self) }

  /// An iterator that returns one update after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let updates: UpdateSequence

    public mutating func next() async -> Element? { await next(isolation: nil) }

    /// Returns the next update, or nil after the last one and when the Swift task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await updates.next(isolation: actor)
    }
  }

  private func next(isolation actor: isolated (any Actor)?) async -> Element? {
    await withTaskCancellationHandler(
      operation: {
        var iterator = signals.makeAsyncIterator()
        guard await iterator.next(isolation: actor) != nil else { return nil }
        return pending.updates.withLock { $0?.popFirst() }
      }, onCancel: { cancel() }, isolation: actor)
  }

  private func cancel() {
    withExtendedLifetime(pending.updates.withLock { $0.take() }) {}
    subscription.invalidate()
    continuation.finish()
  }
}

@available(*, unavailable) extension UpdateSequence.Iterator: Sendable {}

/// The updates that no iterator has returned yet. Nil after a cancellation.
private final class PendingUpdates<Update: Sendable>: Sendable {
  let updates = Locked<FIFO<Update>?>(FIFO())
}
