public import TidingsCore

/// A scheduler that must not be used in this test. Each job fails the test on the line that created it, and does not run.
///
///     let model = SearchModel(results: .never, scheduler: .unimplemented("scheduler of the search"))
///
/// With it a test shows that what it covers waits for no time and changes to no queue.
public struct UnimplementedScheduler: UpdateScheduler {
  private let misuse: Misuse

  /// Creates a scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - name: The name in the message.
  ///   - fileID: The place of the failure, with the parameters after it.
  public init(
    _ name: String = "scheduler",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    misuse = Misuse(of: name, at: CallSite(fileID, filePath, line, column))
  }

  /// Zero. Reading it fails the test.
  public var uptime: Duration {
    misuse.fail("its time was read")
    return .zero
  }

  /// False: no job of it runs.
  public var isCurrent: Bool { false }

  /// Fails the test, and lets the job go.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    misuse.fail("a job was enqueued")
  }

  /// Fails the test, and lets the job go. The subscription is over.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    misuse.fail("a job was enqueued for \(delay) later")
    return .ended
  }
}

extension UpdateScheduler where Self == UnimplementedScheduler {
  /// Returns a scheduler that must not be used in this test. See ``UnimplementedScheduler``.
  ///
  /// - Parameters:
  ///   - name: The name in the message.
  ///   - fileID: The place of the failure, with the parameters after it.
  public static func unimplemented(
    _ name: String = "scheduler",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    Self(name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
