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
      let cancellation = Self.cancellation
      if let cancellation, Task.isCancelled { return .failure(cancellation) }
      let (results, wait) = AsyncStream<Result<Success, Failure>>.makeStream()
      let subscription = attach(
        { if case .completed(let result) = $0 { wait.yield(result) } }, ended: { wait.finish() })
      let result = await withTaskCancellationHandler {
        // In another task, because the cancellation of this one would end the iteration.
        await Task { await results.first { _ in true } }.value
      } onCancel: {
        guard let cancellation else { return }
        // The work is cancelled before the wait ends.
        subscription.invalidate()
        wait.yield(.failure(cancellation))
      }
      guard let result else {
        fatalError(
          """
          The result of a PublishedTask was awaited, but its TaskSource or TaskRun went away without completing. \
          Complete it in every case, for instance with a failure.
          """)
      }
      return withExtendedLifetime(subscription) { result }
    }
  }

  /// The failure with which a wait ends when the waiting Swift task is cancelled, if there is one.
  private static var cancellation: Failure? {
    let type = Failure.self as? any FailureWithCancellation.Type
    return type.map { $0.cancellation as? Failure } ?? CancellationError() as? Failure
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

/// A type of failures with a value for a cancellation, with which a wait for a result can end.
package protocol FailureWithCancellation: Error {
  /// The failure with which a wait ends when the waiting Swift task is cancelled.
  static var cancellation: Self { get }
}
