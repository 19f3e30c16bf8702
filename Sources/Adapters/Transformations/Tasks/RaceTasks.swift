public import TidingsCore

extension Sequence {
  /// Runs all tasks at the same time, and completes with the first result, also a failure.
  ///
  ///     first:    a ----------- success(1)|
  ///     second:   ----- b --- failure(busy)|
  ///     result:   a --- b --- failure(busy)|
  ///
  /// The progress of all tasks is delivered. After the first result, the other tasks are cancelled, unless they have
  /// other subscribers. If all tasks end without a result, the result does, too. There must be at least one task.
  @_alwaysEmitIntoClient
  public func firstToFinish<Progress, Success, Failure>() -> PublishedTask<Progress, Success, Failure>
  where Element == PublishedTask<Progress, Success, Failure> {
    let tasks = Array(self)
    guard !tasks.isEmpty else { fatalError("firstToFinish() takes one task or more, not 0") }
    return racing(tasks) { _, result in result }
  }

  /// Runs all tasks at the same time, and completes with the first success.
  ///
  ///     first:    a ----------------- success(1)|
  ///     second:   ----- b --- failure(busy)|
  ///     result:   a --- b ----------- success(1)|
  ///
  /// Fails with the last failure if all fail. Otherwise, it behaves like ``firstToFinish()`` and `Promise.any` of JavaScript.
  @_alwaysEmitIntoClient
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
  /// Runs this task and others, and completes with the first result. See ``Swift/Sequence/firstToFinish()``.
  @_alwaysEmitIntoClient public func race(with others: PublishedTask...) -> PublishedTask {
    ([self] + others).firstToFinish()
  }
}

@_alwaysEmitIntoClient func racing<Progress, Success, Failure>(
  _ tasks: [PublishedTask<Progress, Success, Failure>],
  _ decide: @escaping @Sendable (_ lastFailure: inout Failure?, Result<Success, Failure>) -> Result<Success, Failure>?
) -> PublishedTask<Progress, Success, Failure> {
  PublishedTask(remembering: (running: tasks.count, lastFailure: Failure?.none)) { inputs, output in
    for task in tasks {
      inputs.connect(task) { state, update in
        guard case .completed(let result) = update else { return output(update) }
        if let decision = decide(&state.lastFailure, result) { output.complete(decision) }
      } ended: { state in
        state.running -= 1
        guard state.running == 0 else { return }
        if let failure = state.lastFailure { output.complete(.failure(failure)) } else { output.end() }
      }
    }
  }
}
