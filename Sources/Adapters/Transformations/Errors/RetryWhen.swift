public import TidingsCore

extension Publisher {
  /// Subscribes again after a failure, when a publisher for this failure updates.
  ///
  ///     connection.messages.retry { failure in network.isReachable.filter { $0 } }
  ///
  ///     source:         1 --- failure
  ///     signal:               ----- x
  ///     once more:                    2 --- failure
  ///     second signal:                      ---|
  ///     result:         1 ----------- 2 ------ failure|
  ///
  /// After a failure, the subscription to this publisher is cancelled, and the signal is subscribed to, up to its first
  /// update. If the signal ends without an update, the failure is delivered, and the result ends. For example,
  /// `failure.isTemporary ? reachable : .empty` retries only after temporary failures. Ends when this publisher ends,
  /// or with a failure without a retry. For tasks, use ``PublishedTask/retrying(attempts:when:_:)``.
  @_alwaysEmitIntoClient public func retry<Value: Sendable, Failure: Error>(
    when signal: @escaping @Sendable (_ failure: Failure) -> some Publisher
  ) -> Broadcaster<Update> where Update == Result<Value, Failure> {
    retried { failure, _ in signal(failure).map { _ in } }
  }
}

extension PublishedTask {
  /// Returns a task that is retried after a failure, when a publisher for this failure updates.
  ///
  ///     PublishedTask.retrying(when: { _ in network.isReachable.filter { $0 } }) { _ in upload(file) }
  ///
  ///     attempt 1:  a --- failure|
  ///     signal:           ------ x
  ///     attempt 2:                 b --- success(1)|
  ///     result:     a ------------ b --- success(1)|
  ///
  /// Completes with the first success, with the failure of the last attempt, or with a failure whose signal ends without an
  /// update. The attempts run once for all subscribers. Without subscribers, the current attempt or signal is cancelled. A later
  /// attempt is made on the thread of the signal. See ``retrying(attempts:while:_:)`` for all else.
  ///
  /// - Parameter signal: Called for each failure except that of the last attempt, on the thread of the failure.
  @_alwaysEmitIntoClient public static func retrying(
    attempts: Int = .max, when signal: @escaping @Sendable (_ failure: Failure) -> some Publisher,
    _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    guard attempts >= 1 else { fatalError("retrying(attempts:when:_:) takes one attempt or more, not \(attempts)") }
    return retrying(
      { failure, failures in failures < attempts ? signal(failure).map { _ in } : nil }, recipe)
  }
}
