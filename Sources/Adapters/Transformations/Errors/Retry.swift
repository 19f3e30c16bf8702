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
  /// - Parameter count: The number of retries for each subscription, zero or more. In RxSwift, it includes the first attempt.
  @_alwaysEmitIntoClient public func retry<Value: Sendable, Failure: Error>(_ count: Int) -> Broadcaster<Update>
  where Update == Result<Value, Failure> {
    guard count >= 0 else { fatalError("retry(_:) takes a count of zero or more, not \(count)") }
    return retried { _, failures in failures <= count ? .just(()) : nil }
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
  /// During the delay, this publisher is not subscribed to. See ``retry(_:)`` for all else.
  ///
  /// - Parameters:
  ///   - backoff: The delays before the retries. Each failure makes the next delay longer, also after updates.
  ///   - scheduler: Measures the time, and subscribes again.
  @_alwaysEmitIntoClient public func retry<Value: Sendable, Failure: Error>(
    _ count: Int, backoff: Backoff, scheduler: some UpdateScheduler
  ) -> Broadcaster<Update> where Update == Result<Value, Failure> {
    guard count >= 0 else { fatalError("retry(_:) takes a count of zero or more, not \(count)") }
    return retried { _, failures in
      failures <= count ? .after(backoff.delay(beforeRetry: failures), scheduler: scheduler) : nil
    }
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
  /// first success, or with the failure of the last attempt. Ends without a result if an attempt does.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts, one or more.
  ///   - isWorthwhile: Returns whether to retry after a failure. The default is always.
  ///   - recipe: Makes the task of each attempt, whose number counts from 1. Called on the thread that starts the
  ///     run, and then on that of the previous failure.
  @_alwaysEmitIntoClient public static func retrying(
    attempts: Int, while isWorthwhile: @escaping @Sendable (Failure) -> Bool = { _ in true },
    _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    guard attempts >= 1 else { fatalError("retrying(attempts:while:_:) takes one attempt or more, not \(attempts)") }
    return retrying({ $1 < attempts && isWorthwhile($0) ? .just(()) : nil }, recipe)
  }

  /// Returns a task that is retried after a failure, with delays.
  ///
  ///     PublishedTask.retrying(
  ///       attempts: 5, backoff: .exponential(initial: .seconds(1), maximum: .seconds(30)), scheduler: queue
  ///     ) { _ in upload(file) }
  ///
  /// See ``retrying(attempts:while:_:)`` for all else. Without subscribers, a pending attempt is cancelled.
  ///
  /// - Parameters:
  ///   - backoff: The delays before all attempts except the first.
  ///   - scheduler: Measures the time, and starts all attempts except the first.
  @_alwaysEmitIntoClient public static func retrying(
    attempts: Int, while isWorthwhile: @escaping @Sendable (Failure) -> Bool = { _ in true }, backoff: Backoff,
    scheduler: some UpdateScheduler, _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    guard attempts >= 1 else { fatalError("retrying(attempts:while:_:) takes one attempt or more, not \(attempts)") }
    return retrying(
      { failure, failures in
        guard failures < attempts, isWorthwhile(failure) else { return nil }
        return .after(backoff.delay(beforeRetry: failures), scheduler: scheduler)
      }, recipe)
  }
}
