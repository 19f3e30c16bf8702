public import TidingsCore

extension Sequence {
  /// Runs all tasks at the same time, and completes as the first of them to complete, be it with a failure.
  ///
  ///     first:    a ----------- success(1)|
  ///     second:   ----- b --- failure(busy)|
  ///     result:   a --- b --- failure(busy)|
  ///
  /// The progress is that of all, as it comes. The others are then given up, which cancels them unless somebody else
  /// is subscribed. A task that goes away without completing leaves the race; when all have, the result ends in the
  /// same way. At least one task must take part. The tasks are run once for all subscribers; when the last one leaves
  /// they are cancelled.
  public func firstToFinish<Progress, Success, Failure>() -> PublishedTask<Progress, Success, Failure>
  where Element == PublishedTask<Progress, Success, Failure> {
    let tasks = Array(self)
    guard !tasks.isEmpty else { fatalError("firstToFinish() takes one task or more, not 0") }
    return racing(tasks) { _, result in result }
  }

  /// Runs all tasks at the same time, and succeeds as the first of them to succeed.
  ///
  ///     first:    a ----------------- success(1)|
  ///     second:   ----- b --- failure(busy)|
  ///     result:   a --- b ----------- success(1)|
  ///
  /// Fails when all have failed, with the failure of the last to fail. Otherwise as ``firstToFinish()``. JavaScript
  /// users know it as `Promise.any`.
  public func firstSuccess<Progress, Success, Failure>() -> PublishedTask<Progress, Success, Failure>
  where Element == PublishedTask<Progress, Success, Failure> {
    let tasks = Array(self)
    guard !tasks.isEmpty else { fatalError("firstSuccess() takes one task or more, not 0") }
    return racing(tasks) { lastFailure, result in
      guard case .failure(let failure) = result else { return result }
      lastFailure = failure
      return nil
    }
  }
}

extension PublishedTask {
  /// Runs this task and others at the same time, and completes as the first of them to complete; see
  /// ``Swift/Sequence/firstToFinish()``.
  public func race(with others: PublishedTask...) -> PublishedTask {
    ([self] + others).firstToFinish()
  }
}

/// - Parameter decide: The result of the race, if it is decided by this result of one of the tasks.
private func racing<Progress, Success, Failure>(
  _ tasks: [PublishedTask<Progress, Success, Failure>],
  _ decide:
    @escaping @Sendable (
      _ lastFailure: inout Failure?, Result<Success, Failure>
    ) -> Result<Success, Failure>?
) -> PublishedTask<Progress, Success, Failure> {
  typealias Update = TaskUpdate<Progress, Success, Failure>
  return PublishedTask(
    MultiInputOperator<SourceEvent<Update>, Update>(
      from: { $0.connect(all: tasks) }, remembering: (running: tasks.count, lastFailure: Failure?.none)
    ) { state, input, output, _ in
      switch input {
      case .update(.completed(let result), _):
        if let decision = decide(&state.lastFailure, result) { output.complete(decision) }
      case .update(let progress, _):
        output(progress)
      case .ended:
        state.running -= 1
        guard state.running == 0 else { return }
        if let failure = state.lastFailure { output.complete(.failure(failure)) } else { output.end() }
      }
    })
}
