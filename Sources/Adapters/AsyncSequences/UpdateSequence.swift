public import TidingsCore

/// The updates of one subscription, as an asynchronous sequence; see ``Publisher/values(buffering:dropped:)``.
///
/// There is one subscription and one buffer, so all iterators share them: each update goes to the one that asks first. A
/// second loop therefore goes on where the first one was left, with nothing lost between them. Two that wait at the same
/// time would each miss what the other gets: that is a programming error and traps. Make a sequence for each.
@frozen
public struct UpdateSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  @usableFromInline let queue: UpdateQueue<Element>
  /// Ends the subscription when the last copy of this and the last iterator have gone.
  @usableFromInline let subscription: Subscription

  @inlinable
  init(
    of publisher: some Publisher<Element>, buffering: Buffering, dropped: (@Sendable (Element) -> Void)?
  ) {
    let queue = UpdateQueue(buffering: buffering, dropped: dropped)
    self.queue = queue
    subscription = publisher.attach({ queue.arrive(.update($0)) }, ended: { queue.arrive(.ended) })
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Takes one update after the other.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let updates: UpdateSequence

    init(_ updates: UpdateSequence) {
      self.updates = updates
    }

    /// The next update; nil after the last one, and when the Swift task is cancelled.
    public mutating func next() async -> Element? {
      await updates.next(isolation: nil)
    }

    /// The next update; nil after the last one, and when the Swift task is cancelled.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await updates.next(isolation: actor)
    }
  }

  @inlinable
  func next(isolation actor: isolated (any Actor)?) async -> Element? {
    if Task.isCancelled {
      stop()
      return nil
    }
    // Most of a fast publisher's updates wait already, and need neither a handler nor a continuation.
    switch queue.take() {
    case .update(let update): return update
    case .ended: return nil
    case nil: break
    }
    return await withTaskCancellationHandler(
      operation: {
        await withCheckedContinuation(isolation: actor) { queue.wait(with: $0) }
      }, onCancel: { stop() }, isolation: actor)
  }

  /// Gives the subscription up before the consumer hears of it.
  @usableFromInline
  func stop() {
    subscription.invalidate()
    queue.close()
  }
}

@available(*, unavailable)
extension UpdateSequence.Iterator: Sendable {}
