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
  /// `next` is called once in each run, on the thread of the success. The result completes with that of the second task, or with
  /// the failure of the first. Ends without a result if one of them does. Both tasks need the same type of failures, and the same
  /// type of progress or none; use ``eraseFailure()`` or ``mapProgress(_:)``. Otherwise, the closure is that of
  /// ``Publisher/flatMap(maximumConcurrent:_:)``, which runs the second task for each update.
  @_alwaysEmitIntoClient public func flatMap<Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<Progress, Output, Failure>
  ) -> PublishedTask<Progress, Output, Failure> {
    chained(metering: (), { $1 }, { $1 }, Self.unlessFailed(next))
  }

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

  /// Continues with a second task, if only the first has progress. See ``flatMap(_:)``.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMap<Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<Never, Output, Failure>
  ) -> PublishedTask<Progress, Output, Failure> {
    flatMap { next($0).withProgress() }
  }

  /// `ownProgress` and `nextProgress` return the progress to report for that of this task and of the next.
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

extension PublishedTask where Progress == Double {
  /// Continues with a second task, and combines the progress of both to one fraction that never decreases.
  ///
  ///     first:    0.5 ---- success|
  ///     second:                   0.0 --- 0.5 ---- success|
  ///     result:   0.25 ---------- 0.5 --- 0.75 --- success|
  ///
  /// See ``flatMap(_:)``.
  @_alwaysEmitIntoClient public func flatMap<Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<Double, Output, Failure>
  ) -> PublishedTask<Double, Output, Failure> {
    chained(
      metering: MeanProgress(of: 2), { mean, fraction in mean.advance(0, to: fraction) },
      { mean, fraction in
        let first = mean.advance(0, to: 1)
        return mean.advance(1, to: fraction) ?? first
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
