public import TidingsCore

extension Recorder {
  /// Reads the next update, and waits for it if need be: for what really takes time.
  ///
  /// It returns as soon as the update is recorded. What happens in virtual time needs no wait; use a
  /// ``ManualScheduler`` and ``next(fileID:filePath:line:column:)``.
  ///
  /// - Parameter limit: How long to wait at most, in real time; zero or less means not at all.
  /// - Throws: When there is none by then, or the end comes first: the test has failed then, and this ends it.
  ///   `CancellationError` when the test is cancelled.
  public func next(
    within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Update {
    try await take(1, within: limit, at: CallSite(fileID, filePath, line, column))[0]
  }

  /// Reads the next updates, and waits for them if need be: for what really takes time.
  ///
  /// - Parameters:
  ///   - count: How many; zero or more.
  ///   - limit: How long to wait for the last of them, in real time; zero or less means not at all.
  /// - Throws: When there are fewer by then, or the end comes first: the test has failed then, and this ends it.
  ///   `CancellationError` when the test is cancelled.
  public func next(
    _ count: Int, within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> [Update] {
    try await take(count, within: limit, at: CallSite(fileID, filePath, line, column))
  }

  /// Reads the end, and waits for it if need be. What stands before it counts as read.
  ///
  /// - Parameter limit: How long to wait at most, in real time; zero or less means not at all.
  /// - Throws: When it is not told by then: the test has failed then, and this ends it. `CancellationError` when the
  ///   test is cancelled.
  @_disfavoredOverload
  public func completion(
    within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    try await wait(for: .end, within: limit)
    try takeEnd(within: limit, at: CallSite(fileID, filePath, line, column))
  }

  /// Reads the result of a task, and waits for it if need be. Progress that stands before it counts as read.
  ///
  /// - Parameter limit: How long to wait at most, in real time; zero or less means not at all.
  /// - Throws: When there is none by then: the test has failed then, and this ends it. `CancellationError` when the test
  ///   is cancelled. A failure of the task is not thrown, it is in the result.
  @discardableResult
  public func completion<Progress, Success, Failure>(
    within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Result<Success, Failure> where Update == TaskUpdate<Progress, Success, Failure> {
    try await wait(for: .end, within: limit)
    return try takeResult(within: limit, at: CallSite(fileID, filePath, line, column))
  }

  private func take(_ count: Int, within limit: Duration, at site: CallSite) async throws -> [Update] {
    try await wait(for: .updates(count), within: limit)
    return try take(count, within: .some(limit), at: site)
  }

  private func wait(for wanted: WantedDelivery, within limit: Duration) async throws {
    await recording.wait(for: wanted, within: limit)
    try Task.checkCancellation()
  }
}
