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
    Broadcaster(
      MultiInputOperator<AttemptInput<Update>, Update>(
        from: { inputs in inputs.put(.begin) },
        remembering: (number: 1, subscription: Upstreams.Key?.none, failure: Update?.none, rule: self)
      ) { state, input, output, inputs in
        let number = state.number
        switch input {
        case .begin:
          state.failure = nil
          state.subscription = inputs.connect(attempt(number), ended: .ended(number)) { .update($0, of: number) }
        case .update(let update, number):
          guard let failure = failure(update) else { return output(update) }
          guard let signal = state.rule.signal(failure, number, &state.rule.randomness) else {
            output(update)
            return output.end()
          }
          state.number += 1
          state.failure = update
          if !endWithFailure, let failed = state.subscription { inputs.disconnect(failed) }
          inputs.connectNext(signal.prefix(1), ended: .signalEnded(before: number + 1)) { _ in .begin }
        case .ended(number):
          output.end()
        case .signalEnded(before: number):
          guard let failure = state.failure else { return }
          output(failure)
          output.end()
        case .update, .ended, .signalEnded:
          break
        }
      })
  }
}

/// The inputs of the attempts and of the signals between them. The numbers tell current inputs from former ones.
private enum AttemptInput<Update: Sendable>: Sendable {
  case begin
  case update(Update, of: Int)
  case ended(Int)
  case signalEnded(before: Int)
}
