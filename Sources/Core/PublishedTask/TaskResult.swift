extension PublishedTask {
  /// The result of the task, which is started by this if nobody has yet.
  ///
  /// When the Swift task that waits is cancelled, the wait ends at once with a `CancellationError`, and the task is
  /// cancelled, if nobody else listens. That needs a `Failure` that can be one, `any Error`; a transfer or a file task
  /// ends the wait with its own error for a cancellation. With any other there is no result to give, and the wait goes on,
  /// as it does for Swift's own tasks. A task whose source goes away without
  /// completing has no result; waiting for that is a programming error and traps.
  public var result: Result<Success, Failure> {
    get async {
      let waiter = ResultWaiter<Result<Success, Failure>>()
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          waiter.wait(with: continuation) { resume in
            attach { update in
              if case .completed(let result) = update { resume(result) }
            }
          }
        }
      } onCancel: {
        let type = Failure.self as? any FailureWithCancellation.Type
        let failure = type.map { $0.cancellation as? Failure } ?? CancellationError() as? Failure
        if let failure { waiter.settle(with: .failure(failure)) }
      }
      guard let result else {
        fatalError(
          """
          The result of a PublishedTask was awaited, but its TaskSource or TaskRun went away without completing. \
          Complete it in every case, for instance with a failure.
          """)
      }
      return result
    }
  }

  /// The value of the task, which is started by this if nobody has yet; throws its failure.
  ///
  /// Cancelling the code that waits ends the wait as for ``result``.
  public var value: Success {
    get async throws(Failure) {
      try await result.get()
    }
  }
}

extension PublishedTask where Failure == Never {
  /// The value of the task, which is started by this if nobody has yet.
  ///
  /// As with Swift's own tasks, cancelling the code that waits does not end the wait.
  // Not left to the getter that throws its failure: the compiler crashes where that turns out to be Never.
  public var value: Success {
    get async {
      await result.get()
    }
  }
}

/// Keeps a subscription until its result, its end, or a cancellation has resumed a continuation.
private final class ResultWaiter<Result: Sendable>: Sendable {
  private enum State: Sendable {
    case idle
    case waiting(CheckedContinuation<Result?, Never>, Subscription?)
    case settled(Result?)
  }

  private let state = Locked(State.idle)

  func wait(
    with continuation: CheckedContinuation<Result?, Never>,
    subscribe: (_ resume: @escaping @Sendable (Result) -> Void) -> Subscription
  ) {
    let previous = state.withLock { state in
      let previous = state
      if case .idle = state { state = .waiting(continuation, nil) }
      return previous
    }
    // Cancelled before it has begun: then nothing is started.
    if case .settled(let result) = previous { return continuation.resume(returning: result) }
    let subscription = subscribe { [self] in settle(with: $0) }
    state.withLock { state in
      if case .waiting(let continuation, nil) = state { state = .waiting(continuation, subscription) }
    }
    subscription.addEndHandler(EndHandler { [self] in settle(with: nil) })
  }

  /// Only the first counts. The subscription is given up first, so that cancelled work knows when the wait ends.
  func settle(with result: Result?) {
    let previous = state.withLock { state in
      let previous = state
      if case .settled = state {} else { state = .settled(result) }
      return previous
    }
    guard case .waiting(let continuation, let subscription) = previous else { return }
    subscription?.invalidate()
    continuation.resume(returning: result)
  }
}

/// A type of failures that has one for a cancellation, so that awaiting the result of a task can end with it.
package protocol FailureWithCancellation: Error {
  /// What a wait ends with when the Swift task that waits is cancelled.
  static var cancellation: Self { get }
}
