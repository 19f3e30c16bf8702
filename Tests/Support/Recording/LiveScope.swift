import Dispatch
public import Testing
import TidingsAdapters
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

    /// Runs the body, then waits until every hub, inbox and closure made inside is gone. One that stays for minutes is a
    /// leak.
    public static func expectingNoLeaks(
      sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async rethrows {
      let objects = LiveObjects()
      try await LiveObjects.$scope.withValue(objects) { try await body() }
      guard objects.count > 0 else { return }
      let isGone = await withCheckedContinuation { continuation in
        let waiting = Held<CheckedContinuation<Bool, Never>>(continuation)
        let limit = DispatchQueue.global().enqueue(after: .seconds(300)) { waiting.take()?.resume(returning: false) }
        objects.whenAllGone {
          limit.invalidate()
          waiting.take()?.resume(returning: true)
        }
      }
      #expect(isGone, "\(objects.count) hubs, inboxes or closures are left", sourceLocation: sourceLocation)
    }
  }
#else
  extension LiveScope {
    public func bound(_ body: () -> Void) {
      body()
    }

    public static func expectingNoLeaks(
      sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async rethrows {
      try await body()
    }
  }
#endif
