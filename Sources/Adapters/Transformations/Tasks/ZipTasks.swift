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
  /// of the tasks does. The tasks run once for all subscribers. Without subscribers, they are cancelled. For tasks of
  /// one type, see `collected()`.
  public func zip<SecondProgress: Sendable, Second: Sendable>(
    _ second: PublishedTask<SecondProgress, Second, Failure>
  ) -> PublishedTask<(Progress?, SecondProgress?), (Success, Second), Failure> {
    zipped(second)
  }

  /// Combines three tasks. See ``zip(_:)``.
  public func zip<SecondProgress: Sendable, Second: Sendable, ThirdProgress: Sendable, Third: Sendable>(
    _ second: PublishedTask<SecondProgress, Second, Failure>, _ third: PublishedTask<ThirdProgress, Third, Failure>
  ) -> PublishedTask<(Progress?, SecondProgress?, ThirdProgress?), (Success, Second, Third), Failure> {
    zipped(second, third)
  }

  /// Combines four or more tasks. See ``zip(_:)``.
  public func zip<
    SecondProgress: Sendable, Second: Sendable, ThirdProgress: Sendable, Third: Sendable, FourthProgress: Sendable,
    Fourth: Sendable, each MoreProgress: Sendable, each More: Sendable
  >(
    _ second: PublishedTask<SecondProgress, Second, Failure>, _ third: PublishedTask<ThirdProgress, Third, Failure>,
    _ fourth: PublishedTask<FourthProgress, Fourth, Failure>,
    _ more: repeat PublishedTask<each MoreProgress, each More, Failure>
  ) -> PublishedTask<
    (Progress?, SecondProgress?, ThirdProgress?, FourthProgress?, repeat (each MoreProgress)?),
    (Success, Second, Third, Fourth, repeat each More), Failure
  > {
    zipped(second, third, fourth, repeat each more)
  }

  /// Combines two tasks, and transforms their successes. See ``zip(_:)``.
  public func zip<SecondProgress: Sendable, Second: Sendable, Output: Sendable>(
    _ second: PublishedTask<SecondProgress, Second, Failure>,
    transform: @escaping @Sendable (Success, Second) -> Output
  ) -> PublishedTask<(Progress?, SecondProgress?), Output, Failure> {
    zip(second).map { transform($0, $1) }
  }

  /// Combines and transforms three tasks. See ``zip(_:transform:)``.
  public func zip<
    SecondProgress: Sendable, Second: Sendable, ThirdProgress: Sendable, Third: Sendable, Output: Sendable
  >(
    _ second: PublishedTask<SecondProgress, Second, Failure>, _ third: PublishedTask<ThirdProgress, Third, Failure>,
    transform: @escaping @Sendable (Success, Second, Third) -> Output
  ) -> PublishedTask<(Progress?, SecondProgress?, ThirdProgress?), Output, Failure> {
    zip(second, third).map { transform($0, $1, $2) }
  }

  /// Combines and transforms four or more tasks. See ``zip(_:transform:)``.
  public func zip<
    SecondProgress: Sendable, Second: Sendable, ThirdProgress: Sendable, Third: Sendable, FourthProgress: Sendable,
    Fourth: Sendable, each MoreProgress: Sendable, each More: Sendable, Output: Sendable
  >(
    _ second: PublishedTask<SecondProgress, Second, Failure>, _ third: PublishedTask<ThirdProgress, Third, Failure>,
    _ fourth: PublishedTask<FourthProgress, Fourth, Failure>,
    _ more: repeat PublishedTask<each MoreProgress, each More, Failure>,
    transform: @escaping @Sendable (Success, Second, Third, Fourth, repeat each More) -> Output
  ) -> PublishedTask<
    (Progress?, SecondProgress?, ThirdProgress?, FourthProgress?, repeat (each MoreProgress)?), Output, Failure
  > {
    parts(with: second, third, fourth, repeat each more).map(taking(transform))
  }

  // Two and three tasks have their own overloads, because closures that destructure a pack are type-checked slowly.
  private func zipped<each OtherProgress: Sendable, each Other: Sendable>(
    _ others: repeat PublishedTask<each OtherProgress, each Other, Failure>
  ) -> PublishedTask<(Progress?, repeat (each OtherProgress)?), (Success, repeat each Other), Failure> {
    parts(with: repeat each others).map { successes in
      var place = 0
      return (
        part(of: successes, at: &place, as: Success.self),
        repeat part(of: successes, at: &place, as: (each Other).self)
      )
    }
  }

  private func parts<each OtherProgress: Sendable, each Other: Sendable>(
    with others: repeat PublishedTask<each OtherProgress, each Other, Failure>
  ) -> PublishedTask<(Progress?, repeat (each OtherProgress)?), [any Sendable], Failure> {
    var tasks = [erased()]
    repeat tasks.append((each others).erased())
    return tasks.collected().mapProgress { progress in
      var place = 0
      return (
        part(of: progress, at: &place, as: Progress.self),
        repeat part(of: progress, at: &place, as: (each OtherProgress).self)
      )
    }
  }

  private func erased() -> PublishedTask<any Sendable, any Sendable, Failure> {
    map(progress: { $0 }, result: { $0.map { $0 } })
  }
}
