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
  ///
  /// - Parameter signal: Called for each failure and subscriber, on the publishing thread.
  @inlinable
  public func retry<Value: Sendable, Failure: Error>(
    when signal: @escaping @Sendable (_ failure: Failure) -> some Publisher
  ) -> Broadcaster<Update> where Update == Result<Value, Failure> {
    Broadcaster(
      MultiInputOperator<RetryWhenInput<Update>, Update>(
        from: { inputs in inputs.put(.subscribe) },
        remembering: (failures: 0, subscription: Upstreams.Key?.none, failure: Update?.none)
      ) { [upstream = Broadcaster(self)] state, input, output, inputs in
        switch input {
        case .subscribe:
          let failures = state.failures
          state.subscription = inputs.connect(upstream, ended: .ended(after: failures)) { .update($0, after: failures) }
        case .update(let update, let failures):
          guard failures == state.failures else { return }
          guard case .failure(let failure) = update else { return output(update) }
          state.failures += 1
          state.failure = update
          if let failed = state.subscription { inputs.disconnect(failed) }
          let number = state.failures
          inputs.connectNext(signal(failure).prefix(1), ended: .signalEnded(after: number)) { _ in .signal }
        case .ended(let failures):
          if failures == state.failures { output.end() }
        case .signal:
          state.failure = nil
          inputs.put(.subscribe)
        case .signalEnded(let failures):
          guard failures == state.failures, let failure = state.failure else { return }
          output(failure)
          output.end()
        }
      })
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
  /// Completes with the first success, with the failure of the last attempt, or with a failure whose signal ends
  /// without an update. The attempts run once for all subscribers. Without subscribers, the current attempt or signal
  /// is cancelled.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts, one or more.
  ///   - signal: Called for each failure except that of the last attempt, on the thread of the failure.
  ///   - recipe: Makes the task of each attempt, whose number counts from 1. Called on the thread of the signal.
  public static func retrying(
    attempts: Int = .max, when signal: @escaping @Sendable (_ failure: Failure) -> some Publisher,
    _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    guard attempts >= 1 else { fatalError("retrying(attempts:when:_:) takes one attempt or more, not \(attempts)") }
    return PublishedTask(
      MultiInputOperator<RetryingWhenInput<Update>, Update>(
        from: { inputs in inputs.put(.attempt) }, remembering: (current: 1, failure: Failure?.none)
      ) { state, input, output, inputs in
        switch input {
        case .attempt:
          let attempt = state.current
          inputs.connect(recipe(attempt), ended: .ended(attempt)) { .update($0) }
        case .update(.completed(.failure(let failure))):
          guard state.current < attempts else { return output.complete(.failure(failure)) }
          state.current += 1
          state.failure = failure
          let next = state.current
          inputs.connectNext(signal(failure).prefix(1), ended: .signalEnded(before: next)) { _ in .signal }
        case .update(.completed(let result)):
          output.complete(result)
        case .update(let progress):
          output(progress)
        case .ended(let attempt):
          if attempt == state.current { output.end() }
        case .signal:
          state.failure = nil
          inputs.put(.attempt)
        case .signalEnded(let attempt):
          guard attempt == state.current, let failure = state.failure else { return }
          output.complete(.failure(failure))
        }
      })
  }
}

/// The number of earlier failures tells inputs of the current subscription and signal from those of previous ones.
@usableFromInline
enum RetryWhenInput<Update: Sendable>: Sendable {
  case subscribe
  case update(Update, after: Int)
  case ended(after: Int)
  case signal
  case signalEnded(after: Int)
}

/// The inputs of the attempts and of the signals between them.
private enum RetryingWhenInput<Update: Sendable>: Sendable {
  case attempt
  case update(Update)
  case ended(Int)
  case signal
  case signalEnded(before: Int)
}
