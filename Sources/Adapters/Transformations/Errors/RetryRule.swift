public import TidingsCore

/// Decides whether and when another attempt follows a failure.
@frozen @usableFromInline
struct RetryRule<Failure: Error>: Sendable {
  /// Returns the publisher whose first update starts the next attempt, or nil if the failure is final.
  ///
  /// Its second argument is the number of failures, from 1.
  @usableFromInline let signal: @Sendable (Failure, Int) -> Broadcaster<Void>?

  @_alwaysEmitIntoClient
  init(signal: @escaping @Sendable (Failure, Int) -> Broadcaster<Void>?) {
    self.signal = signal
  }
}

extension Publisher {
  /// Returns a broadcaster that subscribes to this publisher again after a failure.
  @_alwaysEmitIntoClient
  func retried<Value: Sendable, Failure: Error>(_ rule: RetryRule<Failure>) -> Broadcaster<Update>
  where Update == Result<Value, Failure> {
    let upstream = Broadcaster(self)
    return rule.run(
      { _ in upstream }, endWithFailure: false,
      failure: { if case .failure(let failure) = $0 { failure } else { nil } })
  }
}

extension PublishedTask {
  /// Returns a task that runs the tasks of a recipe, one after the other, until one succeeds.
  @_alwaysEmitIntoClient
  static func retrying(
    _ rule: RetryRule<Failure>, _ recipe: @escaping @Sendable (_ attempt: Int) -> PublishedTask
  ) -> PublishedTask {
    PublishedTask(
      running: rule.run(
        { Broadcaster(recipe($0)) }, endWithFailure: true,
        failure: { if case .completed(.failure(let failure)) = $0 { failure } else { nil } }))
  }
}

extension RetryRule {
  /// Returns a broadcaster of one attempt after the other.
  ///
  /// It ends with the attempt that ends without a failure, or with a final failure.
  ///
  /// - Parameters:
  ///   - attempt: Returns the publisher of an attempt, whose number counts from 1.
  ///   - endWithFailure: Whether attempts end with their failure. Otherwise they are cancelled.
  ///   - failure: Returns the failure in an update.
  @_alwaysEmitIntoClient
  func run<Update: Sendable>(
    _ attempt: @escaping @Sendable (Int) -> Broadcaster<Update>, endWithFailure: Bool,
    failure: @escaping @Sendable (Update) -> Failure?
  ) -> Broadcaster<Update> {
    Broadcaster(remembering: 0) { inputs, output in
      @Sendable func begin(_ attempts: inout Int) {
        attempts += 1
        let number = attempts
        inputs.follow(attempt(number)) { _, update in
          guard let reason = failure(update) else { return output(update) }
          guard let signal = signal(reason, number) else {
            output(update)
            return output.end()
          }
          inputs.unfollow(cancels: !endWithFailure)
          inputs.afterEnd { _ in
            inputs.follow(signal.prefix(1)) { attempts, _ in
              begin(&attempts)
            } ended: { _ in
              output(update)
              output.end()
            }
          }
        } ended: { _ in
          output.end()
        }
      }
      inputs.put(begin)
    }
  }
}
