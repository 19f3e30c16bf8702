public import TidingsCore

extension Recorder {
  /// Reads the next recorded update.
  ///
  /// - Throws: If it is not recorded. The test has failed then.
  public func next(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Update {
    try take(1, within: nil, at: CallSite(fileID, filePath, line, column))[0]
  }

  /// Reads the next recorded updates.
  ///
  /// - Parameter count: The number of updates, zero or more.
  /// - Throws: If there are fewer. The test has failed then, and no update counts as read.
  public func next(
    _ count: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> [Update] {
    try take(count, within: nil, at: CallSite(fileID, filePath, line, column))
  }

  /// Reads the end. Earlier updates count as read.
  ///
  /// - Throws: If it is not recorded. The test has failed then.
  @_disfavoredOverload
  public func completion(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try takeEnd(within: nil, at: CallSite(fileID, filePath, line, column))
  }

  /// Fails the test if there are unread updates.
  public func expectNone(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let snapshot = recording.snapshot
    guard !snapshot.unread.isEmpty else { return }
    let unread = list(snapshot.unread.map(\.update))
    host.fail(
      "expected no more updates, received \(unread)\n\(snapshot)", at: CallSite(fileID, filePath, line, column))
  }

  func take(_ count: Int, within limit: Duration?, at site: CallSite) throws -> [Update] {
    guard count >= 0 else { fatalError("next(_:) takes a count of zero or more, not \(count)") }
    if let updates = recording.take(count) { return updates }
    let snapshot = recording.snapshot
    let expected = count == 1 ? "another update" : "\(count) more updates"
    let received = snapshot.unread.isEmpty ? "none" : list(snapshot.unread.map(\.update))
    throw failure("expected \(expected)", within: limit, "received \(received)", snapshot, at: site)
  }

  func takeEnd(within limit: Duration?, at site: CallSite) throws {
    guard !recording.takeEnd() else { return }
    throw failure("expected the end", within: limit, "it was not told", recording.snapshot, at: site)
  }

  private func failure(
    _ expected: String, within limit: Duration?, _ received: String, _ snapshot: RecordingState<Update>,
    at site: CallSite
  ) -> any Error {
    let time = limit.map { " within \($0)" } ?? ""
    return host.failure("\(expected)\(time), \(received)\n\(snapshot)", at: site)
  }
}

extension Recorder {
  /// Reads the result of a task. Earlier progress counts as read.
  ///
  /// - Throws: If there is no result. The test has failed then. A failure of the task is not thrown, but returned.
  @discardableResult
  public func completion<Progress, Success, Failure>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result<Success, Failure> where Update == TaskUpdate<Progress, Success, Failure> {
    try takeResult(within: nil, at: CallSite(fileID, filePath, line, column))
  }

  /// The reported progress of a task.
  public func progress<Progress, Success, Failure>() -> [Progress]
  where Update == TaskUpdate<Progress, Success, Failure> {
    updates.compactMap { if case .inProgress(let progress) = $0 { progress } else { nil } }
  }

  func takeResult<Progress, Success, Failure>(
    within limit: Duration?, at site: CallSite
  ) throws -> Result<Success, Failure> where Update == TaskUpdate<Progress, Success, Failure> {
    try takeEnd(within: limit, at: site)
    if case .completed(let result) = updates.last { return result }
    throw host.failure("expected a result, the task has ended without one\n\(recording.snapshot)", at: site)
  }
}
