public import TidingsCore

extension Sequence {
  /// Runs all tasks at the same time, and succeeds with the successes in their order.
  ///
  ///     let pages = urls.map { fetch($0) }.collected()
  ///
  ///     first:    a ------------- success(1)|
  ///     second:   ----- b --- success(2)|
  ///     result:   [a,-] [a,b] --- success([1, 2])|
  ///
  /// The progress has an element for each task, which is nil before its first report. Fails with the first failure, and
  /// cancels the other tasks. Ends without a result if one of the tasks does. Without tasks, it succeeds immediately.
  ///
  /// - Complexity: O(*n*) for each update, where *n* is the number of tasks.
  @_alwaysEmitIntoClient
  public func collected<Progress, Success, Failure>() -> PublishedTask<[Progress?], [Success], Failure>
  where Element == PublishedTask<Progress, Success, Failure> {
    let tasks = Array(self)
    return collecting(
      tasks, metering: [Progress?](repeating: nil, count: tasks.count),
      { all, index, progress in
        all[index] = progress
        return all
      }, finished: { _, _ in nil })
  }

  /// Runs all tasks without progress at the same time. See `collected()`.
  @_alwaysEmitIntoClient public func collected<Success, Failure>() -> PublishedTask<Never, [Success], Failure>
  where Element == PublishedTask<Never, Success, Failure> {
    collecting(Array(self), metering: (), { (_, _, _: Never) -> Never? in }, finished: { _, _ in nil })
  }

  /// Runs all tasks at the same time, with the mean of their progress.
  ///
  ///     first:    0.2 ------------- success(1)|
  ///     second:   ----- 1.0 --- success(2)|
  ///     result:   0.1 - 0.6 ------- 1.0 success([1, 2])|
  ///
  /// The progress is between 0 and 1 and never decreases. A successful task counts as 1. See `collected()`.
  @_alwaysEmitIntoClient public func collected<Success, Failure>() -> PublishedTask<Double, [Success], Failure>
  where Element == PublishedTask<Double, Success, Failure> {
    let tasks = Array(self)
    return collecting(
      tasks, metering: MeanProgress(of: tasks.count), { mean, index, fraction in mean.advance(index, to: fraction) },
      finished: { mean, index in mean.advance(index, to: 1) })
  }
}

/// `progress` and `finished` return the progress to report after the progress and the success of a task.
@_alwaysEmitIntoClient
func collecting<Member: Sendable, Success: Sendable, Failure: Error, Meter: Sendable, Progress: Sendable>(
  _ tasks: [PublishedTask<Member, Success, Failure>], metering meter: Meter,
  _ progress: @escaping @Sendable (inout Meter, Int, Member) -> Progress?,
  finished: @escaping @Sendable (inout Meter, Int) -> Progress?
) -> PublishedTask<Progress, [Success], Failure> {
  guard !tasks.isEmpty else { return .success([]) }
  return PublishedTask(
    remembering: (meter: meter, successes: LatestOfAll<Success>(count: tasks.count))
  ) { inputs, output in
    for (index, task) in tasks.enumerated() {
      inputs.connect(task) { state, update in
        switch update {
        case .inProgress(let own):
          if let total = progress(&state.meter, index, own) { output(.inProgress(total)) }
        case .completed(.success(let success)):
          if let total = finished(&state.meter, index) { output(.inProgress(total)) }
          _ = state.successes.replace(index, by: success)
          if let all = state.successes.all { output.complete(.success(all)) }
        case .completed(.failure(let failure)):
          output.complete(.failure(failure))
        }
      } ended: { state in
        if !state.successes.isKnown(index) { output.end() }
      }
    }
  }
}
