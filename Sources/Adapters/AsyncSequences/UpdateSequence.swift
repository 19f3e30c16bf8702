import TidingsCore

/// The updates of one subscription, as an asynchronous sequence. See ``Publisher/values(buffering:dropped:)``.
///
/// All iterators share one subscription and one buffer. Each update goes to one of them, so a second loop continues where
/// the first one has stopped.
public struct UpdateSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  private let stream: AsyncStream<Element>
  private let continuation: AsyncStream<Element>.Continuation
  /// Ends with the last copy of the sequence and its iterators.
  private let subscription: Subscription
  private let result = DroppedResult<Element>()

  init(of publisher: some Publisher<Element>, buffering: Buffering, dropped: (@Sendable (Element) -> Void)?) {
    buffering.checkLimit()
    (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: buffering.policy())
    subscription = publisher.attach(
      { [continuation, result] update in
        guard case .dropped(let update) = continuation.yield(update) else { return }
        if buffering.isResult(update) { result.keep(update) } else { dropped?(update) }
      }, ended: { [continuation] in continuation.finish() })
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(updates: self)
  }

  /// An iterator that returns one update after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let updates: UpdateSequence

    /// Returns the next update, or nil after the last one and when the Swift task is cancelled.
    public mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    /// Returns the next update, or nil after the last one and when the Swift task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await updates.next(isolation: actor)
    }
  }

  private func next(isolation actor: isolated (any Actor)?) async -> Element? {
    let update = await withTaskCancellationHandler(
      operation: {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next(isolation: actor)
      }, onCancel: { stop() }, isolation: actor)
    // An `AsyncStream` delivers pending elements also to a cancelled task.
    return isStopped ? nil : update ?? result.take()
  }

  /// Ends the subscription, and then all loops.
  private func stop() {
    subscription.invalidate()
    continuation.finish()
  }

  private var isStopped: Bool { subscription.owner.phase == .invalidated }
}

@available(*, unavailable)
extension UpdateSequence.Iterator: Sendable {}

extension Buffering {
  fileprivate func policy<Update>() -> AsyncStream<Update>.Continuation.BufferingPolicy {
    switch self {
    case .unbounded: .unbounded
    case .newest(let limit): .bufferingNewest(limit)
    case .oldest(let limit): .bufferingOldest(limit)
    }
  }
}

/// The result of a task for which the buffer had no room. It is the last update.
private final class DroppedResult<Update: Sendable>: Sendable {
  private let result = Locked<Update?>(nil)

  func keep(_ update: Update) {
    result.withLock { $0 = update }
  }

  func take() -> Update? {
    result.withLock { $0.take() }
  }
}
