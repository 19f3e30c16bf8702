public import TidingsCore

extension PublishedTask {
  /// Runs this task and others at the same time, and succeeds with all successes.
  ///
  ///     user.zip(settings, avatar).subscribe(
  ///       success: { user, settings, avatar in … }, failure: { … })
  ///
  ///     task:     a ------------- success(1)|
  ///     other:    ----- b --- success("x")|
  ///     result:   (a,-) (a,b) --- success((1, "x"))|
  ///
  /// The progress has an element for each task, which is nil before its first report. Fails with the first failure, and
  /// cancels the other tasks. For tasks with different failures, use ``eraseFailure()``. Ends without a result if one
  /// of the tasks does. For tasks of one type, see `collected()`.
  @_alwaysEmitIntoClient public func zip<SecondProgress: Sendable, Second: Sendable>(
    _ second: PublishedTask<SecondProgress, Second, Failure>
  ) -> PublishedTask<(Progress?, SecondProgress?), (Success, Second), Failure> {
    [erased, second.erased].collected()
      .mapProgress { ($0[0].map { $0 as! Progress }, $0[1].map { $0 as! SecondProgress }) }
      .map { ($0[0] as! Success, $0[1] as! Second) }
  }

  /// Combines three tasks. See ``zip(_:)``.
  @_alwaysEmitIntoClient
  public func zip<SecondProgress: Sendable, Second: Sendable, ThirdProgress: Sendable, Third: Sendable>(
    _ second: PublishedTask<SecondProgress, Second, Failure>, _ third: PublishedTask<ThirdProgress, Third, Failure>
  ) -> PublishedTask<(Progress?, SecondProgress?, ThirdProgress?), (Success, Second, Third), Failure> {
    zip(second).zip(third)
      .mapProgress { first, last in (first.flatMap { $0.0 }, first.flatMap { $0.1 }, last) }
      .map { ($0.0, $0.1, $1) }
  }

  /// Combines four tasks. See ``zip(_:)``.
  @_alwaysEmitIntoClient
  public func zip<
    SecondProgress: Sendable, Second: Sendable, ThirdProgress: Sendable, Third: Sendable, FourthProgress: Sendable,
    Fourth: Sendable
  >(
    _ second: PublishedTask<SecondProgress, Second, Failure>, _ third: PublishedTask<ThirdProgress, Third, Failure>,
    _ fourth: PublishedTask<FourthProgress, Fourth, Failure>
  ) -> PublishedTask<
    (Progress?, SecondProgress?, ThirdProgress?, FourthProgress?), (Success, Second, Third, Fourth), Failure
  > {
    zip(second, third).zip(fourth)
      .mapProgress { first, last in (first.flatMap { $0.0 }, first.flatMap { $0.1 }, first.flatMap { $0.2 }, last) }
      .map { ($0.0, $0.1, $0.2, $1) }
  }

  /// Combines two tasks, and transforms their successes. See ``zip(_:)``.
  @_alwaysEmitIntoClient public func zip<SecondProgress: Sendable, Second: Sendable, Output: Sendable>(
    _ second: PublishedTask<SecondProgress, Second, Failure>,
    transform: @escaping @Sendable (Success, Second) -> Output
  ) -> PublishedTask<(Progress?, SecondProgress?), Output, Failure> {
    zip(second).map { transform($0, $1) }
  }

  /// Combines and transforms three tasks. See ``zip(_:transform:)``.
  @_alwaysEmitIntoClient
  public func zip<
    SecondProgress: Sendable, Second: Sendable, ThirdProgress: Sendable, Third: Sendable, Output: Sendable
  >(
    _ second: PublishedTask<SecondProgress, Second, Failure>, _ third: PublishedTask<ThirdProgress, Third, Failure>,
    transform: @escaping @Sendable (Success, Second, Third) -> Output
  ) -> PublishedTask<(Progress?, SecondProgress?, ThirdProgress?), Output, Failure> {
    zip(second, third).map { transform($0, $1, $2) }
  }

  @_alwaysEmitIntoClient var erased: PublishedTask<any Sendable, any Sendable, Failure> {
    map(progress: { $0 }, result: { $0.map { $0 } })
  }
}
