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
  /// At a failure, the subscription to this publisher is cancelled before it is subscribed to again, so one that starts with its first
  /// subscriber starts anew; failures that are followed by a retry do not pass. Ends with the failure that comes when
  /// no retry is left, or when this publisher ends. A value that is a failure fails again at once. Tasks have
  /// ``PublishedTask/retrying(attempts:while:_:)`` instead.
  ///
  /// - Parameter count: How many times to subscribe again, for each subscription; zero or more.
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
  /// As ``retry(_:)``, but that there is nothing subscribed for a while after each failure. Who leaves meanwhile gives
  /// the retry up.
  ///
  /// - Parameters:
  ///   - count: How many times to subscribe again, for each subscription; zero or more.
  ///   - backoff: How long to wait before each retry; failures are counted from the subscription on, whatever came
  ///     between them.
  ///   - scheduler: Measures the time, and subscribes again.
  ///   - randomness: The generator for jitter. With a seed, all subscriptions wait equally long.
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

/// What comes from a subscription is told from what came of those before by the failures that it came after.
@usableFromInline
enum RetryInput<Update: Sendable>: Sendable {
  case subscribe
  case update(Update, after: Int)
  case ended(after: Int)
}

/// What stands between a failure and the next attempt. None, nil, means that the attempt follows at once.
@usableFromInline
struct RetryPause: Sendable {
  let backoff: Backoff
  let scheduler: any UpdateScheduler
  /// Each run draws its own numbers, from the state that the generator was handed over in.
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
  /// Has the next attempt made.
  ///
  /// - Parameters:
  ///   - attempt: What makes it, when it comes in.
  ///   - number: Which retry it is, counted from one.
  @usableFromInline
  mutating func put<Input: Sendable>(_ attempt: Input, beforeRetry number: Int, into inputs: OperatorInputs<Input>) {
    guard var pause = self else { return Nesting.afterGivingUp { inputs.put(attempt) } }
    inputs.put(attempt, after: pause.next(number), on: pause.scheduler)
    self = pause
  }
}
