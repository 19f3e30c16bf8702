/// Fails the test if a subscription, or what serves one, is made inside and is still alive afterwards.
///
///     expectNothingLeft {
///       let model = ChatModel(messages: messages.broadcaster)
///       model.open()
///       model.close()
///     }
///
/// What lives on is most often a token that somebody keeps, or a closure that refers to the object that keeps its
/// token. A job that waits on a ``ManualScheduler`` keeps what it is for, too: call ``ManualScheduler/run(limit:)`` at the end
/// of the closure, when the model has gone. Everything of Tidings counts that is made by this task, also by operators and in what it calls; not what is
/// made on other threads, nor what was made before, like a source outside.
///
/// It counts in debug builds only. In release builds it runs the closure and checks nothing.
///
/// - Parameters:
///   - fileID: Where the failure is reported, as the parameters after it.
///   - body: What is to leave nothing behind.
/// - Returns: What the closure returned. If that is alive, it counts.
@discardableResult
public func expectNothingLeft<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) rethrows -> Result {
  let check = LiveObjectCheck()
  let result = try check.run(body)
  check.expectNothing(within: nil, at: CallSite(fileID, filePath, line, column))
  return result
}

/// As ``expectNothingLeft(fileID:filePath:line:column:_:)``, for asynchronous code: what is on its way when the closure
/// has returned, like a hop to an actor, may take some time to go.
///
/// - Parameters:
///   - limit: How long to wait for the last object to go, in real time. It returns as soon as that has gone.
///   - isolation: Where the closure runs; by default where the caller does.
///   - fileID: Where the failure is reported, as the parameters after it.
///   - body: What is to leave nothing behind.
@discardableResult
public func expectNothingLeft<Result>(
  within limit: Duration, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let check = LiveObjectCheck()
  let result = try await check.run(body)
  await check.settle(within: limit)
  check.expectNothing(within: limit, at: CallSite(fileID, filePath, line, column))
  return result
}
