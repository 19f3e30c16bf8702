extension PublishedTask {
  /// The result of the task, which is started if it has not been started yet.
  ///
  /// If the waiting Swift task is cancelled, the wait ends immediately with a `CancellationError`. The published task
  /// is cancelled, unless it has other subscribers. This requires a `Failure` that can be a `CancellationError`, such
  /// as `any Error`. A transfer or a file task ends the wait with its own error for a cancellation. With any other
  /// `Failure`, the wait continues, as for Swift's own tasks.
  ///
  /// A task whose source is released without completing has no result. Waiting for it is a programming error and traps.
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

  /// The value of the task, which is started if it has not been started yet. Throws its failure.
  ///
  /// Cancelling the waiting code ends the wait as for ``result``.
  public var value: Success {
    get async throws(Failure) {
      try await result.get()
    }
  }
}

extension PublishedTask where Failure == Never {
  /// The value of the task, which is started if it has not been started yet.
  ///
  /// Cancelling the waiting code does not end the wait, as for Swift's own tasks.
  // A separate getter, because the compiler crashes if the failure of the throwing getter turns out to be Never.
  public var value: Success {
    get async {
      await result.get()
    }
  }
}

/// A subscription that is kept until its result, its end or a cancellation resumes a continuation.
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
    // The wait was cancelled before it began, so the task is not started.
    if case .settled(let result) = previous { return continuation.resume(returning: result) }
    let subscription = subscribe { [self] in settle(with: $0) }
    state.withLock { state in
      if case .waiting(let continuation, nil) = state { state = .waiting(continuation, subscription) }
    }
    subscription.addEndHandler(EndHandler { [self] in settle(with: nil) })
  }

  /// Only the first call has an effect. The subscription is invalidated first, to cancel the work before the wait ends.
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

/// A type of failures with a value for a cancellation, with which a wait for a result can end.
package protocol FailureWithCancellation: Error {
  /// The failure with which a wait ends when the waiting Swift task is cancelled.
  static var cancellation: Self { get }
}
