import Dispatch
public import TidingsCore

extension Publisher {
  /// Blocks the calling thread until the next update comes.
  ///
  ///     let port = try server.ports.waitForNext(timeout: .seconds(5))   // in a script
  ///
  /// The current value of a value is returned immediately. For scripts, and for code that is older than asynchronous functions;
  /// those use ``PublishedTask/result`` and asynchronous sequences, and cannot call this.
  ///
  /// Where the main actor waits for something that is delivered on it, or on the main queue, in any part of the
  /// publisher, that would be for ever: it is a programming error and traps, unless the update is there already. It
  /// cannot be seen of other queues and actors, of work that itself needs the thread, such as an asynchronous function on
  /// the main actor, nor of what is subscribed later or elsewhere: wait for those on a thread that they do not need, or
  /// with a timeout. Never wait inside a delivery of the same publisher.
  ///
  /// - Parameter timeout: How long to wait; zero or less asks for what is there at once. By default without end.
  /// - Throws: ``WaitError`` when the time is over or the publisher has ended without an update. In both cases, as
  ///   after the update, nothing is subscribed any more.
  @available(*, noasync, message: "Blocks the thread; use an asynchronous sequence, or subscribe")
  public func waitForNext(timeout: Duration? = nil) throws(WaitError) -> Update {
    try Waiting.wait(timeout: timeout, attaching: self) { $0 }
  }
}

extension PublishedTask {
  /// As ``Publisher/waitForNext(timeout:)``, for the result of the task, whatever progress it reports before.
  ///
  /// Starts the task if it is not running. When the time is over, cancels it if it has no other subscribers.
  @available(*, noasync, message: "Blocks the thread; use 'await task.result'")
  public func waitForNext(timeout: Duration? = nil) throws(WaitError) -> Result<Success, Failure> {
    try Waiting.wait(timeout: timeout, attaching: self) { update in
      if case .completed(let result) = update { result } else { nil }
    }
  }
}

/// Why there was nothing to wait for.
public enum WaitError: Error, Equatable {
  /// The time was over before anything came.
  case timedOut
  /// The publisher has ended without what was waited for.
  case ended
}

extension WaitError: CustomStringConvertible {
  /// What went wrong, in one line that can be shown to a person.
  public var description: String {
    switch self {
    case .timedOut: "The time was over before anything came"
    case .ended: "The publisher has ended before anything came"
    }
  }
}

/// A thread that waits for one update.
private final class Waiting<Output: Sendable>: Sendable {
  private let outcome = Locked<Result<Output, WaitError>?>(nil)
  private let isSettled = DispatchSemaphore(value: 0)

  /// - Parameter select: What is waited for; nil for an update that is not it.
  static func wait<Source: Publisher>(
    timeout: Duration?, attaching publisher: Source, _ select: @escaping @Sendable (Source.Update) -> Output?
  ) throws(WaitError) -> Output {
    let waiting = Waiting()
    var subscription = Subscription.ended
    let isOnMain = MainActorDeadlockCheck.isNoted {
      subscription = publisher.attach { update in
        if let output = select(update) { waiting.settle(.success(output)) }
      }
      subscription.whenEnded(isolation: nil) { waiting.settle(.failure(.ended)) }
    }
    defer { subscription.invalidate() }
    return try waiting.result(within: timeout ?? .longest, isOnMain: isOnMain).get()
  }

  /// Only the first counts.
  private func settle(_ result: Result<Output, WaitError>) {
    outcome.withLock { $0 = $0 ?? result }
    isSettled.signal()
  }

  private func result(within timeout: Duration, isOnMain: Bool) -> Result<Output, WaitError> {
    if let outcome = outcome.withLock({ $0 }) { return outcome }
    guard timeout > .zero else { return .failure(.timedOut) }
    guard !isOnMain else {
      fatalError(
        """
        waitForNext(timeout:) blocks the main actor, where its publisher delivers, so that the next update could never \
        come. Wait on another thread, leave out what moves the updates there, such as receive(on:), or subscribe instead.
        """)
    }
    Nesting.finishEarly()
    _ = isSettled.wait(timeout: .now() + timeout.dispatchInterval)
    return outcome.withLock { $0 } ?? .failure(.timedOut)
  }
}
