public import TidingsCore

extension Recorder {
  /// Reads the next update, and waits for it. For work that takes real time.
  ///
  /// In virtual time, use a ``ManualScheduler`` and ``next(fileID:filePath:line:column:)``, which does not wait.
  ///
  /// - Parameter limit: The maximum real time to wait. Zero or less means not at all.
  /// - Throws: If there is no update within the time, or before the end. The test has failed then. `CancellationError`
  ///   if the test is cancelled.
  public func next(
    within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Update {
    try await take(1, within: limit, at: CallSite(fileID, filePath, line, column))[0]
  }

  /// Reads the next updates, and waits for them. For work that takes real time.
  ///
  /// - Parameters:
  ///   - count: The number of updates, zero or more.
  ///   - limit: The maximum real time to wait for the last one. Zero or less means not at all.
  /// - Throws: If there are fewer updates within the time, or before the end. The test has failed then.
  ///   `CancellationError` if the test is cancelled.
  public func next(
    _ count: Int, within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> [Update] {
    try await take(count, within: limit, at: CallSite(fileID, filePath, line, column))
  }

  /// Reads the end, and waits for it. Earlier updates count as read.
  ///
  /// - Parameter limit: The maximum real time to wait. Zero or less means not at all.
  /// - Throws: If there is no end within the time. The test has failed then. `CancellationError` if the test is
  ///   cancelled.
  @_disfavoredOverload
  public func completion(
    within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    try await wait(for: .end, within: limit)
    try takeEnd(within: limit, at: CallSite(fileID, filePath, line, column))
  }

  /// Reads the result of a task, and waits for it. Earlier progress counts as read.
  ///
  /// - Parameter limit: The maximum real time to wait. Zero or less means not at all.
  /// - Throws: If there is no result within the time. The test has failed then. `CancellationError` if the test is
  ///   cancelled. A failure of the task is not thrown, but returned.
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
