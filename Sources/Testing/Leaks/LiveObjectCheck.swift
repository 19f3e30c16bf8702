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
        subscriptions == 0 ? ": a source that is kept, or a job that waits on a scheduler, which would have to run" : ""
      let time = limit.map { " within \($0)" } ?? ""
      host.fail(
        """
        expected nothing to be left\(time), but alive are: \
        subscriptions with their closures: \(subscriptions), what serves subscriptions: \(servers)\(cause)\(origin)
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
