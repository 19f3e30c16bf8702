import Dispatch
public import TidingsCore

extension Publisher {
  /// Blocks the calling thread until the next update.
  ///
  ///     let port = try server.ports.waitForNext(timeout: .seconds(5))   // in a script
  ///
  /// For a value, this returns the current value immediately. Use it in scripts and synchronous legacy code. Asynchronous code
  /// uses ``first()`` or ``PublishedTask/result``.
  ///
  /// Do not wait during a delivery of the same publisher, or on a thread that the publisher needs. On the main thread, this traps
  /// if the subscription, or one that it starts, hops to the main actor or the main queue, or if its first update is timed there.
  /// It cannot be detected that a publisher needs another queue or actor, an asynchronous function on the main actor, a value
  /// that is read on the main actor, a limit of time such as `timeout`, a timer that was started before, or a thread of the
  /// concurrency pool.
  ///
  /// - Parameter timeout: The time to wait. Zero or less does not wait. The default is no limit.
  /// - Throws: ``WaitError`` if there was no update within the time, or before the end.
  @available(*, noasync, message: "Blocks the thread; use an asynchronous sequence, or subscribe")
  public func waitForNext(timeout: Duration? = nil) throws(WaitError) -> Update {
    try Waiting.wait(timeout: timeout, attaching: self) { $0 }
  }
}

extension PublishedTask {
  /// Blocks the calling thread until the task has a result. See ``Publisher/waitForNext(timeout:)``.
  ///
  /// Starts the task if it is not running. After the timeout, cancels it if it has no other subscribers.
  @available(*, noasync, message: "Blocks the thread; use 'await task.result'")
  public func waitForNext(timeout: Duration? = nil) throws(WaitError) -> Result<Success, Failure> {
    do throws(WaitError) {
      return try Waiting.wait(timeout: timeout, attaching: self) { update in
        if case .completed(let result) = update { result } else { nil }
      }
    } catch {
      guard error == .ended, let result = keptResult else { throw error }
      return result
    }
  }
}

/// An error of a blocking wait.
public enum WaitError: Error, Equatable, CustomStringConvertible {
  /// There was no update within the time.
  case timedOut
  /// The publisher ended without an update or result.
  case ended

  public var description: String {
    switch self {
    case .timedOut: "There was no update within the timeout"
    case .ended: "The publisher ended without an update"
    }
  }
}

private final class Waiting<Output: Sendable>: Sendable {
  private let outcome = Locked<Result<Output, WaitError>?>(nil)
  private let isSettled = DispatchSemaphore(value: 0)

  static func wait<Source: Publisher>(
    timeout: Duration?, attaching publisher: Source, _ select: @escaping @Sendable (Source.Update) -> Output?
  ) throws(WaitError) -> Output {
    let waiting = Waiting()
    var subscription = Subscription.ended
    let isOnMain = MainActorDeadlockCheck.isNoted {
      subscription = publisher.attachWaiting { update in
        if let output = select(update) { waiting.settle(.success(output)) }
      } over: {
        waiting.settle(.failure(.ended))
      }
    }
    defer { subscription.invalidate() }
    return try waiting.result(within: timeout ?? .longest, isOnMain: isOnMain).get()
  }

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
        waitForNext(timeout:) blocks the main thread, on which its publisher, or a subscription that it starts, delivers. The \
        next update could never arrive. Wait on another thread, remove operators such as receive(on:), or subscribe instead.
        """)
    }
    Nesting.finishEarly()
    _ = isSettled.wait(timeout: .after(timeout))
    return outcome.withLock { $0 } ?? .failure(.timedOut)
  }
}
