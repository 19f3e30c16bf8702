public import TidingsCore

extension PublishedTask {
  /// Returns a task that is retried after a failure.
  ///
  ///     PublishedTask.retrying(attempts: 3, while: \.isTemporary) { _ in upload(file) }
  ///
  ///     attempt 1:  a --- failure|
  ///     attempt 2:               b --- success(1)|
  ///     result:     a ---------- b --- success(1)|
  ///
  /// The recipe makes a new task for each attempt, because a completed task does not run again. Completes with the
  /// first success, or with the failure of the last attempt. Ends without a result if an attempt does. The attempts run
  /// once for all subscribers. Without subscribers, the current attempt is cancelled.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts, one or more.
  ///   - isWorthwhile: Returns whether to retry after a failure. The default is always.
  ///   - recipe: Makes the task of each attempt, whose number counts from 1. Called on the thread of the previous
  ///     failure.
  public static func retrying(
    attempts: Int, while isWorthwhile: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    retrying(attempts: attempts, while: isWorthwhile, after: nil, recipe)
  }

  /// Returns a task that is retried after a failure, with delays.
  ///
  ///     PublishedTask.retrying(
  ///       attempts: 5, backoff: .exponential(initial: .seconds(1), maximum: .seconds(30)), scheduler: queue
  ///     ) { _ in upload(file) }
  ///
  /// Otherwise, it behaves like ``retrying(attempts:while:_:)``. Without subscribers, a pending attempt is cancelled.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts, one or more.
  ///   - isWorthwhile: Returns whether to retry after a failure. The default is always.
  ///   - backoff: The delays before all attempts except the first.
  ///   - scheduler: Measures the time, and starts all attempts except the first.
  ///   - randomness: The generator for jitter. With a seeded generator, all runs have the same delays.
  ///   - recipe: Makes the task of each attempt, whose number counts from 1.
  public static func retrying(
    attempts: Int, while isWorthwhile: @escaping @Sendable (Failure) -> Bool = { _ in true }, backoff: Backoff,
    scheduler: some UpdateScheduler,
    randomness: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    retrying(
      attempts: attempts, while: isWorthwhile, after: RetryPause(backoff, on: scheduler, randomness: randomness), recipe
    )
  }

  private static func retrying(
    attempts: Int, while isWorthwhile: @escaping @Sendable (Failure) -> Bool, after pause: RetryPause?,
    _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    guard attempts >= 1 else { fatalError("retrying(attempts:while:_:) takes one attempt or more, not \(attempts)") }
    return PublishedTask(
      MultiInputOperator<RetryingInput<Update>, Update>(
        from: { inputs in inputs.put(.attempt) }, remembering: (current: 1, pause: pause)
      ) { state, input, output, inputs in
        switch input {
        case .attempt:
          let attempt = state.current
          inputs.connect(recipe(attempt), ended: .ended(attempt)) { .update($0) }
        case .update(.completed(.failure(let failure))):
          let failures = state.current
          guard failures < attempts, isWorthwhile(failure) else { return output.complete(.failure(failure)) }
          state.current += 1
          state.pause.put(.attempt, beforeRetry: failures, into: inputs)
        case .update(.completed(let result)):
          output.complete(result)
        case .update(let progress):
          output(progress)
        case .ended(let attempt):
          if attempt == state.current { output.end() }
        }
      })
  }
}

/// The inputs of the current attempt.
private enum RetryingInput<Update: Sendable>: Sendable {
  case attempt
  case update(Update)
  case ended(Int)
}
