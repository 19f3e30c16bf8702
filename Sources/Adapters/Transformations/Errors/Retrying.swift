public import TidingsCore

extension PublishedTask {
  /// Returns a task that is tried again after a failure.
  ///
  ///     PublishedTask.retrying(attempts: 3, while: \.isTemporary) { _ in upload(file) }
  ///
  ///     attempt 1:  a --- failure|
  ///     attempt 2:               b --- success(1)|
  ///     result:     a ---------- b --- success(1)|
  ///
  /// A recipe makes each attempt, since a task that has completed only tells its result again. Completes with the
  /// first success, or with the failure of the last attempt. The attempts are run once for all subscribers; when the
  /// last one leaves, the attempt that is running is cancelled. An attempt that goes away without completing ends the
  /// result in the same way.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts, one or more.
  ///   - isWorthwhile: Whether to try again after this failure. The default is always.
  ///   - recipe: Makes the task of each attempt, counted from 1; called where the attempt before has failed.
  public static func retrying(
    attempts: Int, while isWorthwhile: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    retrying(attempts: attempts, while: isWorthwhile, after: nil, recipe)
  }

  /// Returns a task that is tried again after a failure, after a growing delay.
  ///
  ///     PublishedTask.retrying(
  ///       attempts: 5, backoff: .exponential(initial: .seconds(1), maximum: .seconds(30)), scheduler: queue
  ///     ) { _ in upload(file) }
  ///
  /// As ``retrying(attempts:while:_:)``, but that no attempt is made for a while after each failure. When the last
  /// subscriber leaves meanwhile, the next attempt is given up.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts, one or more.
  ///   - isWorthwhile: Whether to try again after this failure. The default is always.
  ///   - backoff: The delays before all attempts but the first.
  ///   - scheduler: Measures the time, and makes all attempts but the first.
  ///   - randomness: The generator for jitter. With a seed, all runs wait equally long.
  ///   - recipe: Makes the task of each attempt, counted from 1; called when its time has come.
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

/// What comes in from one of the attempts, of which only the last can be under way.
private enum RetryingInput<Update: Sendable>: Sendable {
  case attempt
  case update(Update)
  case ended(Int)
}
