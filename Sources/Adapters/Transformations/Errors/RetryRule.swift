import TidingsCore

/// Decides whether and when another attempt follows a failure.
struct RetryRule<Failure: Error>: Sendable {
  /// Each subscription has its own copy.
  var randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  /// Returns the publisher whose first update starts the next attempt, or nil if the failure is final.
  ///
  /// Its second argument is the number of failures, from 1.
  let signal: @Sendable (Failure, Int, inout any RandomNumberGenerator & Sendable) -> Broadcaster<Void>?
}

extension Publisher {
  /// Returns a broadcaster that subscribes to this publisher again after a failure.
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
  fileprivate func run<Update: Sendable>(
    _ attempt: @escaping @Sendable (Int) -> Broadcaster<Update>, endWithFailure: Bool,
    failure: @escaping @Sendable (Update) -> Failure?
  ) -> Broadcaster<Update> {
    Broadcaster(remembering: Attempts(rule: self)) { inputs, output in
      @Sendable func begin(_ attempts: inout Attempts) {
        attempts.number += 1
        attempts.hasFailed = false
        let number = attempts.number
        attempts.subscription = inputs.connect(attempt(number)) { attempts, update in
          guard number == attempts.number, !attempts.hasFailed else { return }
          guard let reason = failure(update) else { return output(update) }
          guard let signal = attempts.rule.signal(reason, number, &attempts.rule.randomness) else {
            output(update)
            return output.end()
          }
          attempts.hasFailed = true
          if !endWithFailure, let failed = attempts.subscription { inputs.disconnect(failed) }
          inputs.afterEnd {
            inputs.connect(signal.prefix(1)) { attempts, _ in
              begin(&attempts)
            } ended: { attempts in
              guard number == attempts.number else { return }
              output(update)
              output.end()
            }
          }
        } ended: { attempts in
          if number == attempts.number, !attempts.hasFailed { output.end() }
        }
      }
      inputs.put(begin)
    }
  }

  private struct Attempts: Sendable {
    var rule: RetryRule
    /// The number of the latest attempt.
    var number = 0
    var hasFailed = false
    var subscription: Upstreams.Key?
  }
}
