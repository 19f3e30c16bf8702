import Dispatch
import TidingsAdapters
import TidingsCore

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
/// at the end of the closure.
///
/// Sources, operators and other objects that serve subscriptions count, too. So use shared objects, such as singletons,
/// before the call. Otherwise, they are made inside, and are left. Subscriptions that are made before the call, on
/// another thread, or by a delivery on an actor or a dispatch queue, such as in a closure after `receive(on:)`, are not
/// seen.
///
/// In release builds, and if the closure throws, it checks nothing.
///
/// - Parameter body: The code to check.
/// - Returns: The result of the closure. Subscriptions that it keeps alive count.
@discardableResult public func expectNothingLeft<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) rethrows -> Result {
  #if DEBUG
    let objects = LiveObjects()
    let result = try LiveObjects.$scope.withValue(objects, operation: body)
    expectNone(of: objects, within: nil, at: CallSite(fileID, filePath, line, column))
    return result
  #else
    return try body()
  #endif
}

/// Fails the test if a subscription that is made in asynchronous code is still alive after some time.
///
/// It sees child tasks and tasks that are made with `Task`, but not detached ones, such as the asynchronous function of a
/// `PublishedTask`. It ends as soon as nothing is alive, so the closure has to await the code that subscribes. Otherwise, it
/// behaves like ``expectNothingLeft(fileID:filePath:line:column:_:)``.
///
/// - Parameters:
///   - limit: The maximum real time to wait for the release of the last object.
///   - isolation: The actor on which the closure runs. The default is the caller's actor.
///   - body: The code to check.
@discardableResult public func expectNothingLeft<Result>(
  within limit: Duration, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Result
) async rethrows -> Result {
  #if DEBUG
    let objects = LiveObjects()
    let result = try await LiveObjects.$scope.withValue(objects) { try await body() }
    let isGone = AwaitedState(false)
    objects.whenAllGone { isGone.change { $0 = true } }
    // A task of its own, because the objects of a cancelled task need the time, too.
    await Task { _ = await isGone.wait(within: limit, on: DispatchQueue.global()) { $0 ? true : nil } }.value
    expectNone(of: objects, within: limit, at: CallSite(fileID, filePath, line, column))
    return result
  #else
    return try await body()
  #endif
}

#if DEBUG
  private func expectNone(of objects: LiveObjects, within limit: Duration?, at site: CallSite) {
    let subscriptions = objects.count(of: .subscription)
    let servers = objects.count(of: .server)
    guard subscriptions + servers > 0 else { return }
    let places = objects.places
    let origin = places.isEmpty ? "" : "; subscribed at \(places.joined(separator: ", "))"
    // Tokens without closures are not counted, because nothing keeps them.
    let cause =
      subscriptions == 0 && places.isEmpty
      ? """
      . It may be a source that is kept, a job that waits on a scheduler, or the asynchronous function of a task, which \
      returns after its cancellation: expectNothingLeft(within:) waits for it
      """ : ""
    let time = limit.map { " within \($0)" } ?? ""
    TestHost.current.fail(
      """
      expected no live objects\(time), found closures of subscriptions: \(subscriptions), objects that serve \
      subscriptions: \(servers)\(cause)\(origin)
      """, at: site)
  }
#endif
