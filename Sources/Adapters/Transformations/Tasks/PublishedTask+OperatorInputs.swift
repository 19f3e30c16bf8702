public import TidingsCore

extension PublishedTask {
  /// Creates a task from an operator on other tasks, which runs once for all subscribers.
  ///
  /// If the operator ends without completing, the task ends without a result.
  @_alwaysEmitIntoClient init<State: Sendable>(
    remembering initial: State,
    from connect: @escaping @Sendable (_ inputs: OperatorInputs<State>, _ output: OperatorOutput<Update>) -> Void
  ) {
    self.init(running: Broadcaster(remembering: initial, from: connect))
  }

  /// Creates a task whose run is one subscription for all subscribers.
  @_alwaysEmitIntoClient init(running broadcaster: Broadcaster<Update>) {
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
  /// Completes the task, and cancels its upstreams.
  @_alwaysEmitIntoClient func complete<Progress, Success, Failure>(_ result: Result<Success, Failure>)
  where Output == TaskUpdate<Progress, Success, Failure> {
    self(.completed(result))
    end()
  }
}

/// The progress of several tasks as one number between 0 and 1, which never decreases.
@usableFromInline struct WeightedProgress: Sendable {
  private let weights: [Double]
  private let totalWeight: Double
  private var fractions: [Double]
  private var unfinished: Int
  /// The weighted sum of all fractions.
  private var done = 0.0
  private var reported = -1.0

  @usableFromInline init(weights: [Double]) {
    self.weights = weights
    totalWeight = weights.reduce(0, +)
    fractions = Array(repeating: 0, count: weights.count)
    unfinished = weights.count
  }

  /// Adds the progress of one task, clamped to 0 and 1. Returns the progress to report, or nil if it has not increased.
  @usableFromInline mutating func advance(_ index: Int, to fraction: Double) -> Double? {
    guard !fraction.isNaN else { return nil }
    let fraction = min(max(fraction, 0), 1)
    done += weights[index] * (fraction - fractions[index])
    unfinished += (fraction < 1 ? 1 : 0) - (fractions[index] < 1 ? 1 : 0)
    fractions[index] = fraction
    // The sum is not exact, but the end must be.
    let progress = unfinished == 0 ? 1 : min(done / totalWeight, 1)
    guard progress > reported else { return nil }
    reported = progress
    return progress
  }
}
