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

#if DEBUG
  import Dispatch
  import TidingsAdapters
  import TidingsCore

  /// The objects that are created in a scope.
  struct LiveObjectCheck: Sendable {
    private let objects = LiveObjects()
    private let host = TestHost.current

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
      try LiveObjects.$scope.withValue(objects, operation: body)
    }

    func run<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await LiveObjects.$scope.withValue(objects) { try await body() }
    }

    /// Returns when all objects are released, or the time is over.
    func settle(within limit: Duration) async {
      guard objects.count > 0 else { return }
      let wake = Wake()
      objects.whenAllGone { wake.call() }
      let timer = DispatchQueue.global().enqueue(after: limit) { wake.call() }
      await wake.called()
      timer.invalidate()
    }

    func expectNothing(within limit: Duration?, at site: CallSite) {
      let subscriptions = objects.count(of: .subscription)
      let servers = objects.count(of: .server)
      guard subscriptions + servers > 0 else { return }
      let places = objects.places
      let origin = places.isEmpty ? "" : "; subscribed at \(places.joined(separator: ", "))"
      // Tokens without closures are not counted, because nothing keeps them.
      let cause =
        subscriptions == 0
        ? """
        . It may be a source that is kept, a job that waits on a scheduler, or the asynchronous function of a task, which \
        returns after its cancellation: expectNothingLeft(within:) waits for it
        """ : ""
      let time = limit.map { " within \($0)" } ?? ""
      host.fail(
        """
        expected nothing to be left\(time), but alive are: \
        closures of subscriptions: \(subscriptions), objects that serve subscriptions: \(servers)\(cause)\(origin)
        """, at: site)
    }
  }

  /// Wakes a sleeping task, or prevents its next sleep.
  private final class Wake: Sendable {
    private struct State: Sendable {
      var isCalled = false
      var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    func call() {
      let sleeper = state.withLock { state in
        defer { state = State(isCalled: true) }
        return state.sleeper
      }
      sleeper?.resume()
    }

    func called() async {
      await withCheckedContinuation { continuation in
        let isCalled = state.withLock { state in
          if !state.isCalled { state.sleeper = continuation }
          return state.isCalled
        }
        if isCalled { continuation.resume() }
      }
    }
  }
#else
  struct LiveObjectCheck: Sendable {
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
      try body()
    }

    func run<Result>(
      isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await body()
    }

    func settle(within limit: Duration) async {}

    func expectNothing(within limit: Duration?, at site: CallSite) {}
  }
#endif
