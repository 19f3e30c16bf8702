import TidingsCore
import TidingsTesting

/// Transfers the scope that counts live objects to another thread. Release builds do not count objects.
public struct LiveScope: Sendable {
  #if DEBUG
    private let objects: LiveObjects?
  #endif

  public static var current: LiveScope { LiveScope() }

  /// Runs the body, and then waits for the release of every hub, mailbox and closure that was created inside. An object
  /// that is not released within minutes is a leak.
  public static func expectingNoLeaks(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, _ body: () async throws -> Void
  ) async rethrows {
    try await expectNothingLeft(
      within: .seconds(300), isolation: isolation, fileID: fileID, filePath: filePath, line: line, column: column, body)
  }
}

#if DEBUG
  extension LiveScope {
    private init() {
      objects = LiveObjects.scope
    }

    public func bound<Result>(_ body: () -> Result) -> Result {
      LiveObjects.$scope.withValue(objects, operation: body)
    }
  }
#else
  extension LiveScope {
    public func bound<Result>(_ body: () -> Result) -> Result {
      body()
    }
  }
#endif
