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
