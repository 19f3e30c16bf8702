extension PublishedTask {
  /// The result of the task, which is started by this if nobody has yet.
  ///
  /// As with Swift's own tasks, cancelling the code that waits does not end the wait. A task whose source goes away
  /// without completing has no result; waiting for that is a programming error and traps.
  public var result: Result<Success, Failure> {
    get async {
      let waiter = ResultWaiter<Result<Success, Failure>>()
      let result = await withCheckedContinuation { continuation in
        waiter.wait(with: continuation) { resume in
          attach { update in
            if case .completed(let result) = update { resume(result) }
          }
        }
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
  /// As with Swift's own tasks, cancelling the code that waits does not end the wait.
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

/// Keeps a subscription until its result, or its end, has resumed a continuation.
private final class ResultWaiter<Result: Sendable>: Sendable {
  private struct State: Sendable {
    var continuation: CheckedContinuation<Result?, Never>?
    var subscription: Subscription?
  }

  private let state = Locked(State())

  func wait(
    with continuation: CheckedContinuation<Result?, Never>,
    subscribe: (_ resume: @escaping @Sendable (Result) -> Void) -> Subscription
  ) {
    state.withLock { $0.continuation = continuation }
    let subscription = subscribe { [self] in resume(with: $0) }
    state.withLock { state in
      if state.continuation != nil { state.subscription = subscription }
    }
    let ended = EndHandler { [self] in resume(with: nil) }
    subscription.owner.addEndHandler(ended, to: subscription.seat, calledFrom: nil)
  }

  private func resume(with result: Result?) {
    let finished = state.withLock { state in
      defer { state = State() }
      return state
    }
    finished.continuation?.resume(returning: result)
  }
}
