public import TidingsCore

/// For a failure and the number of failures: the publisher whose first update starts the next attempt, or nil.
@usableFromInline typealias RetrySignal<Failure> = @Sendable (Failure, Int) -> Broadcaster<Void>?

extension Publisher {
  @_alwaysEmitIntoClient
  func retried<Value: Sendable, Failure: Error>(_ signal: @escaping RetrySignal<Failure>) -> Broadcaster<Update>
  where Update == Result<Value, Failure> {
    let upstream = Broadcaster(self)
    return attempting(
      { _ in upstream }, endWithFailure: false,
      failure: { if case .failure(let failure) = $0 { failure } else { nil } }, signal)
  }
}

extension PublishedTask {
  @_alwaysEmitIntoClient static func retrying(
    _ signal: @escaping RetrySignal<Failure>, _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    PublishedTask(
      running: attempting(
        { Broadcaster(recipe($0)) }, endWithFailure: true,
        failure: { if case .completed(.failure(let failure)) = $0 { failure } else { nil } }, signal))
  }
}

/// Ends with an attempt without a failure, or with a final failure. Cancels failed attempts unless `endWithFailure`.
@_alwaysEmitIntoClient func attempting<Update: Sendable, Failure: Error>(
  _ attempt: @escaping @Sendable (Int) -> Broadcaster<Update>, endWithFailure: Bool,
  failure: @escaping @Sendable (Update) -> Failure?, _ signal: @escaping RetrySignal<Failure>
) -> Broadcaster<Update> {
  Broadcaster(remembering: ()) { inputs, output in
    @Sendable func begin(_ number: Int) {
      inputs.follow(attempt(number)) { _, update in
        guard let reason = failure(update) else { return output(update) }
        guard let signal = signal(reason, number) else {
          output(update)
          return output.end()
        }
        inputs.unfollow(cancels: !endWithFailure)
        inputs.afterEnd { _ in
          inputs.follow(signal.prefix(1)) { _, _ in
            begin(number + 1)
          } ended: { _ in
            output(update)
            output.end()
          }
        }
      } ended: { _ in
        output.end()
      }
    }
    begin(1)
  }
}
