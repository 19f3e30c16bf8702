import TidingsCore

/// The updates of one subscription, as an asynchronous sequence; see ``Publisher/values(buffering:dropped:)``.
///
/// All iterators share one subscription and one buffer. Each update goes to one of them, so a second loop continues where
/// the first one has stopped.
public struct UpdateSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  private let stream: AsyncStream<Element>
  /// Ends with the last copy of the sequence and its iterators.
  private let subscription: Subscription
  private let result = DroppedResult<Element>()

  init(of publisher: some Publisher<Element>, buffering: Buffering, dropped: (@Sendable (Element) -> Void)?) {
    buffering.checkLimit()
    let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: buffering.policy())
    let subscription = publisher.attach(
      { [result] update in
        guard case .dropped(let update) = continuation.yield(update) else { return }
        if buffering.isResult(update) { result.keep(update) } else { dropped?(update) }
      }, ended: { continuation.finish() })
    // The subscription ends before the loop does.
    continuation.onTermination = { [weak subscription] in if case .cancelled = $0 { subscription?.invalidate() } }
    self.stream = stream
    self.subscription = subscription
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
      // An `AsyncStream` delivers pending elements to a cancelled task.
      if Task.isCancelled { updates.subscription.invalidate() }
      guard !updates.subscription.isInvalidated else { return nil }
      var iterator = updates.stream.makeAsyncIterator()
      return await iterator.next(isolation: actor) ?? updates.result.take()
    }
  }
}

@available(*, unavailable)
extension UpdateSequence.Iterator: Sendable {}

extension Subscription {
  fileprivate var isInvalidated: Bool { owner.phase == .invalidated }
}

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
