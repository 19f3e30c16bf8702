public import TidingsCore

extension PublishedTask {
  /// Continues with a second task after the success of the first.
  ///
  ///     signIn(user).flatMap { session in session.loadInbox() }
  ///
  ///     first:   a --- b --- success(1)|
  ///     second:                        c --- d --- success("1")|
  ///     result:  a --- b ------------- c --- d --- success("1")|
  ///
  /// Completes with the result of the second task, or with the failure of the first. Ends without a result if one of them does.
  ///
  /// Both tasks need the same type of failures, and the same type of progress or none; use ``eraseFailure()`` or
  /// ``mapProgress(_:)``. Otherwise, ``Publisher/flatMap(maximumConcurrent:_:)`` runs the second task for each update.
  ///
  /// - Parameter next: Called once in each run, on the thread of the success.
  @_alwaysEmitIntoClient public func flatMap<Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<Progress, Output, Failure>
  ) -> PublishedTask<Progress, Output, Failure> {
    chained(metering: (), { $1 }, { $1 }, Self.unlessFailed(next))
  }

  /// Returns the next task after a success, and a failed task after a failure.
  @_alwaysEmitIntoClient static func unlessFailed<NextProgress: Sendable, Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<NextProgress, Output, Failure>
  ) -> @Sendable (Result<Success, Failure>) -> PublishedTask<NextProgress, Output, Failure> {
    { result in
      switch result {
      case .success(let success): next(success)
      case .failure(let failure): .failure(failure)
      }
    }
  }
}

extension PublishedTask where Progress == Double {
  /// Continues with a second task. Each task is half of the progress. See ``flatMap(weight:_:)``.
  @_alwaysEmitIntoClient public func flatMap<Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<Double, Output, Failure>
  ) -> PublishedTask<Double, Output, Failure> {
    flatMap(weight: 0.5, next)
  }

  /// Continues with a second task, and combines the progress of both to one fraction that never decreases.
  ///
  ///     first:         0.5 --- success|
  ///     second:                       0.0 --- 0.5 --- success|
  ///     weight: 0.2:   0.1 ---------- 0.2 --- 0.6 --- success|
  ///
  /// - Parameters:
  ///   - weight: The share of the first task in the progress, between 0 and 1.
  ///   - next: Called once in each run, on the thread of the success.
  @_alwaysEmitIntoClient public func flatMap<Output: Sendable>(
    weight: Double, _ next: @escaping @Sendable (Success) -> PublishedTask<Double, Output, Failure>
  ) -> PublishedTask<Double, Output, Failure> {
    guard (0...1).contains(weight) else {
      fatalError("flatMap(weight:_:) takes a weight between 0 and 1, not \(weight)")
    }
    return chained(
      metering: WeightedProgress(weights: [weight, 1 - weight]),
      { meter, fraction in meter.advance(0, to: fraction) },
      { meter, fraction in
        let first = meter.advance(0, to: 1)
        return meter.advance(1, to: fraction) ?? first
      }, Self.unlessFailed(next))
  }
}

extension PublishedTask where Progress == Never {
  /// Continues with a second task, if only that has progress. See ``flatMap(_:)``.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMap<NextProgress: Sendable, Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<NextProgress, Output, Failure>
  ) -> PublishedTask<NextProgress, Output, Failure> {
    withProgress().flatMap(next)
  }
}

extension PublishedTask {
  /// Continues with a second task, if only the first has progress. See ``flatMap(_:)``.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMap<Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<Never, Output, Failure>
  ) -> PublishedTask<Progress, Output, Failure> {
    flatMap { next($0).withProgress() }
  }

  /// - Parameters:
  ///   - meter: The state of the progress.
  ///   - ownProgress: Returns the progress to report for progress of this task.
  ///   - nextProgress: Returns the progress to report for progress of the next task.
  ///   - next: Returns the next task.
  @_alwaysEmitIntoClient
  func chained<Meter: Sendable, NextProgress: Sendable, Output: Sendable, NewFailure: Error, TotalProgress: Sendable>(
    metering meter: Meter,
    _ ownProgress: @escaping @Sendable (inout Meter, Progress) -> TotalProgress?,
    _ nextProgress: @escaping @Sendable (inout Meter, NextProgress) -> TotalProgress?,
    _ next: @escaping @Sendable (Result<Success, Failure>) -> PublishedTask<NextProgress, Output, NewFailure>
  ) -> PublishedTask<TotalProgress, Output, NewFailure> {
    PublishedTask<TotalProgress, Output, NewFailure>(remembering: (meter: meter, isContinued: false)) {
      inputs, output in
      inputs.connect(self) { state, update in
        switch update {
        case .inProgress(let progress):
          if let total = ownProgress(&state.meter, progress) { output(.inProgress(total)) }
        case .completed(let result):
          state.isContinued = true
          inputs.afterEnd { _ in
            inputs.connect(next(result)) { state, update in
              switch update {
              case .inProgress(let progress):
                if let total = nextProgress(&state.meter, progress) { output(.inProgress(total)) }
              case .completed(let result):
                output.complete(result)
              }
            } ended: { _ in
              output.end()
            }
          }
        }
      } ended: { state in
        if !state.isContinued { output.end() }
      }
    }
  }
}
