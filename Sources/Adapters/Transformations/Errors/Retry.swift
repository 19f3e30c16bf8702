public import TidingsCore

extension Publisher {
  /// Subscribes again after a failure, a limited number of times.
  ///
  ///     connection.messages.retry(3)
  ///
  ///     source:     1 --- failure
  ///     once more:                2 --- 3 --- failure
  ///     retry(1):   1 ----------- 2 --- 3 --- failure|
  ///
  /// The subscription is cancelled before this publisher is subscribed to again, so a publisher without other
  /// subscribers starts again. A failure before a retry is not delivered. Ends with the failure of the last attempt, or
  /// when this publisher ends. For tasks, use ``PublishedTask/retrying(attempts:while:_:)``.
  ///
  /// - Parameter count: The number of retries for each subscription, zero or more.
  @inlinable
  public func retry<Value: Sendable, Failure: Error>(_ count: Int) -> Broadcaster<Update>
  where Update == Result<Value, Failure> {
    retry(count, after: nil)
  }

  /// Subscribes again after a failure, a limited number of times, after a growing delay.
  ///
  ///     connection.messages.retry(8, backoff: .exponential(initial: .milliseconds(100)).jittered(.full), scheduler: queue)
  ///
  ///     source:     1 - failure
  ///     once more:                 2 - failure
  ///     and again:                                   3 ---
  ///     result:     1 ------------ 2 --------------- 3 ---
  ///
  /// During the delay, this publisher is not subscribed to. Otherwise, it behaves like ``retry(_:)``.
  ///
  /// - Parameters:
  ///   - count: The number of retries for each subscription, zero or more.
  ///   - backoff: The delays before the retries. All failures of a subscription count.
  ///   - scheduler: Measures the time, and subscribes again.
  ///   - randomness: The generator for jitter. With a seeded generator, all subscriptions have the same delays.
  @inlinable
  public func retry<Value: Sendable, Failure: Error>(
    _ count: Int, backoff: Backoff, scheduler: some UpdateScheduler,
    randomness: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) -> Broadcaster<Update> where Update == Result<Value, Failure> {
    retry(count, after: RetryPause(backoff, on: scheduler, randomness: randomness))
  }

  @inlinable
  func retry<Value: Sendable, Failure: Error>(_ count: Int, after pause: RetryPause?) -> Broadcaster<Update>
  where Update == Result<Value, Failure> {
    guard count >= 0 else { fatalError("retry(_:) takes a count of zero or more, not \(count)") }
    return Broadcaster(
      MultiInputOperator<RetryInput<Update>, Update>(
        from: { inputs in inputs.put(.subscribe) },
        remembering: (failures: 0, subscription: Upstreams.Key?.none, pause: pause)
      ) { [upstream = Broadcaster(self)] state, input, output, inputs in
        switch input {
        case .subscribe:
          let failures = state.failures
          state.subscription = inputs.connect(upstream, ended: .ended(after: failures)) { .update($0, after: failures) }
        case .update(let update, let failures):
          guard failures == state.failures else { return }
          guard case .failure = update else { return output(update) }
          guard failures < count else {
            output(update)
            return output.end()
          }
          state.failures += 1
          if let failed = state.subscription { inputs.disconnect(failed) }
          state.pause.put(.subscribe, beforeRetry: state.failures, into: inputs)
        case .ended(let failures):
          if failures == state.failures { output.end() }
        }
      })
  }
}

/// The number of earlier failures tells inputs of the current subscription from those of previous ones.
@usableFromInline
enum RetryInput<Update: Sendable>: Sendable {
  case subscribe
  case update(Update, after: Int)
  case ended(after: Int)
}

/// The delays between attempts. Nil means no delay.
@usableFromInline
struct RetryPause: Sendable {
  let backoff: Backoff
  let scheduler: any UpdateScheduler
  /// Each run has its own copy of the generator.
  var randomness: any RandomNumberGenerator & Sendable

  @usableFromInline
  init(
    _ backoff: Backoff, on scheduler: some UpdateScheduler, randomness: some RandomNumberGenerator & Sendable
  ) {
    self.backoff = backoff
    self.scheduler = scheduler
    self.randomness = randomness
  }

  fileprivate mutating func next(_ number: Int) -> Duration {
    backoff.delay(beforeRetry: number, using: &randomness)
  }
}

extension RetryPause? {
  /// Schedules the next attempt.
  ///
  /// - Parameters:
  ///   - attempt: The input that starts it.
  ///   - number: The number of the retry, from 1.
  @usableFromInline
  mutating func put<Input: Sendable>(_ attempt: Input, beforeRetry number: Int, into inputs: OperatorInputs<Input>) {
    guard var pause = self else { return Nesting.afterGivingUp { inputs.put(attempt) } }
    inputs.put(attempt, after: pause.next(number), on: pause.scheduler)
    self = pause
  }
}

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
