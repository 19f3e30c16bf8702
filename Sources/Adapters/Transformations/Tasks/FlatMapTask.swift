public import TidingsCore

extension PublishedTask {
  /// Continues with a second task, made from the success of the first.
  ///
  ///     signIn(user).flatMap { session in session.loadInbox() }
  ///
  ///     first:   a --- b --- success(1)|
  ///     second:                        c --- d --- success("1")|
  ///     result:  a --- b ------------- c --- d --- success("1")|
  ///
  /// Completes with the result of the second, or with the failure of the first, and then the second is not made. Both
  /// are run once for all subscribers; when the last one leaves, the one that is running is cancelled. Where one of
  /// them goes away without completing the result does the same.
  ///
  /// - Parameter next: Called once in each run, where the first task succeeds.
  public func flatMap<Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<Progress, Output, Failure>
  ) -> PublishedTask<Progress, Output, Failure> {
    chained(metering: (), { $1 }, { $1 }, Self.unlessFailed(next))
  }

  /// The next task after a success; after a failure one that has failed already.
  private static func unlessFailed<NextProgress: Sendable, Output: Sendable>(
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
  /// As ``flatMap(_:)``; both tasks count as halves of the whole, see ``flatMap(weight:_:)``.
  public func flatMap<Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<Double, Output, Failure>
  ) -> PublishedTask<Double, Output, Failure> {
    flatMap(weight: 0.5, next)
  }

  /// As `flatMap` of other tasks; the progress of both, fractions between 0 and 1, becomes one that never goes back.
  ///
  ///     first:         0.5 --- success|
  ///     second:                       0.0 --- 0.5 --- success|
  ///     weight: 0.2:   0.1 ---------- 0.2 --- 0.6 --- success|
  ///
  /// - Parameters:
  ///   - weight: The share of the first task in the whole, between 0 and 1.
  ///   - next: Called once in each run, where the first task succeeds.
  public func flatMap<Output: Sendable>(
    weight: Double, _ next: @escaping @Sendable (Success) -> PublishedTask<Double, Output, Failure>
  ) -> PublishedTask<Double, Output, Failure> {
    guard (0...1).contains(weight) else {
      fatalError("flatMap(weight:_:) takes a weight between 0 and 1, not \(weight)")
    }
    return chained(
      metering: WeightedProgress(weights: [weight, 1 - weight]),
      { meter, fraction in meter.advance(0, to: fraction) },
      { meter, fraction in
        _ = meter.advance(0, to: 1)
        return meter.advance(1, to: fraction)
      }, Self.unlessFailed(next))
  }
}

extension PublishedTask where Progress == Never {
  /// As ``flatMap(_:)``, where only the second task has progress.
  @_disfavoredOverload
  public func flatMap<NextProgress: Sendable, Output: Sendable>(
    _ next: @escaping @Sendable (Success) -> PublishedTask<NextProgress, Output, Failure>
  ) -> PublishedTask<NextProgress, Output, Failure> {
    withProgress().flatMap(next)
  }
}

extension PublishedTask {
  /// A task that is followed by another, whatever its result.
  ///
  /// - Parameters:
  ///   - meter: What is remembered of the progress of both.
  ///   - ownProgress: What to report of the progress of this task.
  ///   - nextProgress: What to report of the progress of the next.
  ///   - next: Makes the next task.
  func chained<Meter: Sendable, NextProgress: Sendable, Output: Sendable, NewFailure: Error, TotalProgress: Sendable>(
    metering meter: Meter,
    _ ownProgress: @escaping @Sendable (inout Meter, Progress) -> TotalProgress?,
    _ nextProgress: @escaping @Sendable (inout Meter, NextProgress) -> TotalProgress?,
    _ next: @escaping @Sendable (Result<Success, Failure>) -> PublishedTask<NextProgress, Output, NewFailure>
  ) -> PublishedTask<TotalProgress, Output, NewFailure> {
    typealias Next = TaskUpdate<NextProgress, Output, NewFailure>
    typealias Total = TaskUpdate<TotalProgress, Output, NewFailure>
    return PublishedTask<TotalProgress, Output, NewFailure>(
      MultiInputOperator<ChainInput<Update, Next>, Total>(
        from: { inputs in inputs.connect(self, ended: .firstEnded) { .first($0) } },
        remembering: (meter: meter, isContinued: false)
      ) { state, input, output, inputs in
        switch input {
        case .first(.inProgress(let progress)):
          if let total = ownProgress(&state.meter, progress) { output(.inProgress(total)) }
        case .first(.completed(let result)):
          state.isContinued = true
          inputs.connectNext(next(result), ended: .nextEnded) { .next($0) }
        case .firstEnded:
          if !state.isContinued { output.end() }
        case .next(.inProgress(let progress)):
          if let total = nextProgress(&state.meter, progress) { output(.inProgress(total)) }
        case .next(.completed(let result)):
          output.complete(result)
        case .nextEnded:
          output.end()
        }
      })
  }
}

private enum ChainInput<First: Sendable, Next: Sendable>: Sendable {
  case first(First)
  case firstEnded
  case next(Next)
  case nextEnded
}
