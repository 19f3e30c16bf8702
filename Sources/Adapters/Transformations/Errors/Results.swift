public import TidingsCore

extension Publisher {
  /// Delivers the results of tasks without their progress.
  ///
  ///     source:  a --- b --- success(1) --- c --- failure(x) --|
  ///     result:  ----------- success(1) --------- failure(x) --|
  ///
  /// Ends when this publisher ends.
  @inlinable
  public func results<Progress: Sendable, Success: Sendable, Failure: Error>() -> Broadcaster<Result<Success, Failure>>
  where Update == TaskUpdate<Progress, Success, Failure> {
    through { update, emit in if case .completed(let result) = update { emit(result) } }
  }
}
