/// Fails the test if a subscription that is made inside is still alive afterwards.
///
///     expectNothingLeft {
///       let model = ChatModel(messages: messages.broadcaster)
///       model.open()
///       model.close()
///     }
///
/// The most frequent causes are a token that is kept too long, and a closure that keeps the owner of its own token
/// alive. A pending job of a ``ManualScheduler`` keeps its objects alive, too, so call ``ManualScheduler/run(limit:)``
/// at the end of the closure. Subscriptions that are made on other threads, or before the call, do not count.
///
/// In release builds, it only runs the closure.
///
/// - Parameters:
///   - fileID: The place of the failure, with the parameters after it.
///   - body: The code to check.
/// - Returns: The result of the closure. Subscriptions that it keeps alive count.
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

/// Fails the test if a subscription that is made in asynchronous code is still alive after some time.
///
/// Otherwise, it behaves like ``expectNothingLeft(fileID:filePath:line:column:_:)``.
///
/// - Parameters:
///   - limit: The maximum real time to wait for the release of the last object.
///   - isolation: The actor on which the closure runs. The default is the caller's actor.
///   - fileID: The place of the failure, with the parameters after it.
///   - body: The code to check.
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
