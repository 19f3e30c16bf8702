import TidingsCore

/// Carries the scope that counts live objects over to another thread; in release builds nothing is counted.
public struct LiveScope: Sendable {
  #if DEBUG
    private let objects: LiveObjects?
  #endif

  public static var current: LiveScope { LiveScope() }
}

#if DEBUG
  extension LiveScope {
    private init() {
      objects = LiveObjects.scope
    }

    public func bound(_ body: () -> Void) {
      LiveObjects.$scope.withValue(objects, operation: body)
    }

    /// Runs the body, then waits until every hub, inbox and closure made inside is gone. One that stays is a leak, and
    /// the test's time limit reports it.
    public static func expectingNoLeaks(_ body: () async throws -> Void) async rethrows {
      let objects = LiveObjects()
      try await LiveObjects.$scope.withValue(objects) { try await body() }
      await objects.allGone()
    }
  }
#else
  extension LiveScope {
    public func bound(_ body: () -> Void) {
      body()
    }

    public static func expectingNoLeaks(_ body: () async throws -> Void) async rethrows {
      try await body()
    }
  }
#endif
