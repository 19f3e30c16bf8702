import Dispatch
import TidingsAdapters
public import TidingsCore

extension Recorder {
  /// Reads the next recorded update.
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
  /// - Throws: If it is not recorded. The test has failed then.
  @_disfavoredOverload public func completion(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    try takeEnd(within: nil, at: CallSite(fileID, filePath, line, column))
  }

  /// Fails the test if there are unread updates.
  public func expectNone(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let snapshot = snapshot
    guard !snapshot.unread.isEmpty else { return }
    let unread = list(snapshot.unread.map(\.update))
    host.fail(
      "expected no more updates, received \(unread)\n\(snapshot)", at: CallSite(fileID, filePath, line, column))
  }

  func take(_ count: Int, within limit: Duration?, at site: CallSite) throws -> [Update] {
    let (updates, snapshot) = recording.withLock { ($0.take(count), $0) }
    if let updates { return updates }
    let expected = count == 1 ? "another update" : "\(count) more updates"
    let received = snapshot.unread.isEmpty ? "none" : list(snapshot.unread.map(\.update))
    throw failure("expected \(expected)", within: limit, "received \(received)", snapshot, at: site)
  }

  func takeEnd(within limit: Duration?, at site: CallSite) throws {
    guard !recording.withLock({ $0.takeEnd() }) else { return }
    throw failure("expected the end", within: limit, "it was not delivered", snapshot, at: site)
  }

  private func failure(
    _ expected: String, within limit: Duration?, _ received: String, _ snapshot: Recording<Update>,
    at site: CallSite
  ) -> any Error {
    let time = limit.map { " within \($0)" } ?? ""
    return host.failure("\(expected)\(time), \(received)\n\(snapshot)", at: site)
  }
}

extension Recorder {
  /// Reads the result of a task. Earlier progress counts as read.
  ///
  /// A broadcaster of such updates may end without a result: see ``Recorder/end``.
  /// - Throws: If there is no result. The test has failed then. A failure of the task is not thrown, but returned.
  @discardableResult public func completion<Progress, Success, Failure>(
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
    throw host.failure("expected a result, the publisher has ended without one\n\(snapshot)", at: site)
  }
}

extension Recorder where Update: Equatable {
  /// Reads as many updates as are given, and fails the test if they are others or fewer. With none, there must be none.
  ///
  /// - Parameter updates: The expected updates, in order.
  public func expect(
    _ updates: Update...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    guard !updates.isEmpty else { return expectNone(fileID: fileID, filePath: filePath, line: line, column: column) }
    let received = recording.withLock { $0.take(min(updates.count, $0.unread.count)) ?? [] }
    compare(received, with: updates, at: CallSite(fileID, filePath, line, column))
  }

  /// Fails the test unless exactly these updates have been recorded since the beginning. All count as read.
  ///
  /// - Parameter updates: The expected updates, in order.
  public func expect(
    all updates: [Update],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let received = recording.withLock { state in
      state.read = state.deliveries.count
      return state.deliveries.map(\.update)
    }
    compare(received, with: updates, at: CallSite(fileID, filePath, line, column))
  }

  private func compare(_ received: [Update], with expected: [Update], at site: CallSite) {
    guard let index = firstDifference(between: expected, and: received) else { return }
    host.fail(
      """
      expected \(list(expected, atMost: .max))
      received \(list(received, atMost: .max))
      first difference at index \(index): expected \(element(index, of: expected)), \
      received \(element(index, of: received))
      \(snapshot)
      """, at: site)
  }

  private func element(_ index: Int, of updates: [Update]) -> String {
    index < updates.count ? String(reflecting: updates[index]) : "nothing"
  }
}

/// The index of the first elements that are not equal, or of the first that only one array has.
private func firstDifference<Element: Equatable>(between left: [Element], and right: [Element]) -> Int? {
  let common = min(left.count, right.count)
  return (0..<common).first { left[$0] != right[$0] } ?? (left.count == right.count ? nil : common)
}

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
  @_disfavoredOverload public func completion(
    within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    try await waitForEnd(within: limit)
    try takeEnd(within: limit, at: CallSite(fileID, filePath, line, column))
  }

  /// Reads the result of a task, and waits for it. Earlier progress counts as read.
  ///
  /// - Parameter limit: The maximum real time to wait. Zero or less means not at all.
  /// - Throws: If there is no result within the time. The test has failed then. `CancellationError` if the test is
  ///   cancelled. A failure of the task is not thrown, but returned.
  @discardableResult public func completion<Progress, Success, Failure>(
    within limit: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Result<Success, Failure> where Update == TaskUpdate<Progress, Success, Failure> {
    try await waitForEnd(within: limit)
    return try takeResult(within: limit, at: CallSite(fileID, filePath, line, column))
  }

  private func take(_ count: Int, within limit: Duration, at site: CallSite) async throws -> [Update] {
    try Task.checkCancellation()
    let scheduler = DispatchQueue.global()
    // An update that another call has taken does not end the wait. The end and `stop()` do.
    let updates = await recording.wait(within: limit, on: scheduler) { $0.take(count) ?? ($0.isOver ? [] : nil) }
    if let updates, updates.count == count { return updates }
    try Task.checkCancellation()
    return try take(count, within: .some(limit), at: site)
  }

  private func waitForEnd(within limit: Duration) async throws {
    _ = await recording.wait(within: limit, on: DispatchQueue.global()) { $0.isOver ? true : nil }
    try Task.checkCancellation()
  }
}
