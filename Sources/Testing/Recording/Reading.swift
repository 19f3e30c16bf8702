public import TidingsCore

extension Recorder {
  /// Reads the next update, which must have been recorded.
  ///
  /// - Throws: When there is none: the test has failed then, and this ends it.
  public func next(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Update {
    try take(1, within: nil, at: CallSite(fileID, filePath, line, column))[0]
  }

  /// Reads the next updates, which must have been recorded.
  ///
  /// - Parameter count: How many; zero or more.
  /// - Throws: When there are fewer: the test has failed then, and this ends it. None of them counts as read.
  public func next(
    _ count: Int,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> [Update] {
    try take(count, within: nil, at: CallSite(fileID, filePath, line, column))
  }

  /// Reads the end, which must have been told. What stands before it counts as read.
  ///
  /// - Throws: When there is none: the test has failed then, and this ends it.
  @_disfavoredOverload
  public func completion(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try takeEnd(within: nil, at: CallSite(fileID, filePath, line, column))
  }

  /// Fails the test if there are updates that have not been read.
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
  /// Reads the result of a task, which must have completed. Progress that stands before it counts as read.
  ///
  /// - Throws: When there is none: the test has failed then, and this ends it. A failure of the task is not thrown, it
  ///   is in the result.
  @discardableResult
  public func completion<Progress, Success, Failure>(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Result<Success, Failure> where Update == TaskUpdate<Progress, Success, Failure> {
    try takeResult(within: nil, at: CallSite(fileID, filePath, line, column))
  }

  /// The progress that a task has reported.
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
