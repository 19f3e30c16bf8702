public import TidingsCore

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
