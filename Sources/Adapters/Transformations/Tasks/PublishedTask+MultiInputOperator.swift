import TidingsCore

extension PublishedTask {
  /// A task whose run brings other tasks together: the rule runs once, for all subscribers.
  ///
  /// A rule that ends without having completed ends the task without a result.
  init<Input: Sendable>(_ multiInput: MultiInputOperator<Input, Update>) {
    self.init(running: Broadcaster(multiInput))
  }

  /// A task whose run is a subscription, made once for all subscribers.
  init(running broadcaster: Broadcaster<Update>) {
    self.init(start: { run in
      broadcaster.attach { update in
        switch update {
        case .inProgress(let progress): run.report(progress)
        case .completed(let result): run.complete(result)
        }
      }
    })
  }
}

extension OperatorOutput {
  /// Completes the task; what is still connected is given up.
  func complete<Progress, Success, Failure>(_ result: Result<Success, Failure>)
  where Output == TaskUpdate<Progress, Success, Failure> {
    self(.completed(result))
    end()
  }
}

/// The progress of several tasks in one number between 0 and 1, which never goes back.
struct WeightedProgress: Sendable {
  private let weights: [Double]
  private let totalWeight: Double
  private var fractions: [Double]
  private var unfinished: Int
  /// The sum of all fractions, each with its weight.
  private var done = 0.0
  private var reported = -1.0

  init(weights: [Double]) {
    self.weights = weights
    totalWeight = weights.reduce(0, +)
    fractions = Array(repeating: 0, count: weights.count)
    unfinished = weights.count
  }

  /// Takes the progress of one task, where what is not between 0 and 1 counts as the nearer of both. Returns what to
  /// report, or nil where that is not further than what was reported before.
  mutating func advance(_ index: Int, to fraction: Double) -> Double? {
    guard !fraction.isNaN else { return nil }
    let fraction = min(max(fraction, 0), 1)
    done += weights[index] * (fraction - fractions[index])
    unfinished += (fraction < 1 ? 1 : 0) - (fractions[index] < 1 ? 1 : 0)
    fractions[index] = fraction
    // The sum is not exact; the end is.
    let progress = unfinished == 0 ? 1 : min(done / totalWeight, 1)
    guard progress > reported else { return nil }
    reported = progress
    return progress
  }
}
