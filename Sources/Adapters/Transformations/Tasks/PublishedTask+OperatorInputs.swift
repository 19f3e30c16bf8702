public import TidingsCore

extension PublishedTask {
  /// Creates a task from an operator, which runs once for all subscribers. It may end without completing.
  @_alwaysEmitIntoClient init<State: Sendable>(
    remembering initial: State,
    from connect: @escaping @Sendable (_ inputs: OperatorInputs<State>, _ output: OperatorOutput<Update>) -> Void
  ) {
    self.init(running: Broadcaster(remembering: initial, from: connect))
  }

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
  @_alwaysEmitIntoClient func complete<Progress, Success, Failure>(_ result: Result<Success, Failure>)
  where Output == TaskUpdate<Progress, Success, Failure> {
    self(.completed(result))
    end()
  }
}

/// The mean progress of several tasks, which never decreases.
@usableFromInline struct MeanProgress: Sendable {
  private var fractions: [Double]
  private var reported = -1.0

  @usableFromInline init(of count: Int) { fractions = Array(repeating: 0, count: count) }

  /// Adds the progress of one task, clamped to 0 and 1. Returns the progress to report, or nil if it has not increased.
  @usableFromInline mutating func advance(_ index: Int, to fraction: Double) -> Double? {
    guard !fraction.isNaN else { return nil }
    fractions[index] = min(max(fraction, 0), 1)
    let progress = fractions.reduce(0, +) / Double(fractions.count)
    guard progress > reported else { return nil }
    reported = progress
    return progress
  }
}
