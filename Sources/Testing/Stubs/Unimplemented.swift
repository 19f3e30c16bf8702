public import TidingsCore

extension Broadcaster {
  /// Returns a broadcaster that must not be used in this test. Subscribing fails the test on the line of this call.
  ///
  ///     let model = ChatModel(messages: .unimplemented("messages"))
  ///
  /// Subscriptions end immediately.
  ///
  /// - Parameter name: The name in the message.
  public static func unimplemented(
    _ name: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let misuse = Misuse(of: name, at: CallSite(fileID, filePath, line, column))
    return misuse.failing(Broadcaster.empty)
  }
}

extension PublishedValue {
  /// Returns a value that must not be used in this test. Subscribing and reading fail the test on the line of this call.
  ///
  /// - Parameters:
  ///   - name: The name in the message.
  ///   - placeholder: The value for readers and subscribers.
  public static func unimplemented(
    _ name: String, placeholder: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let misuse = Misuse(of: name, at: CallSite(fileID, filePath, line, column))
    return Self(misuse.failing(PublishedValue(constant: placeholder))) {
      misuse.fail("its value was read")
      return placeholder
    }
  }
}

extension PublishedTask {
  /// Returns a task that must not be used in this test. Subscribing fails the test on the line of this call.
  ///
  /// - Parameters:
  ///   - name: The name in the message.
  ///   - placeholder: The result for subscribers.
  public static func unimplemented(
    _ name: String, placeholder: Result<Success, Failure>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    let misuse = Misuse(of: name, at: CallSite(fileID, filePath, line, column))
    let task = PublishedTask(placeholder)
    return task.delivered(by: misuse.failing(task))
  }
}

extension PublishedTask where Failure == any Error {
  /// Returns a task that must not be used in this test.
  ///
  /// Subscribing fails the test on the line of this call. Its result is an ``UnimplementedError``.
  ///
  /// - Parameter name: The name in the message.
  public static func unimplemented(
    _ name: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    .unimplemented(
      name, placeholder: .failure(UnimplementedError(name: name)),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The failure of a task that a test has not implemented.
public struct UnimplementedError: Error, Hashable {
  /// The name in failures.
  public let name: String
}

/// The use of an unimplemented publisher or scheduler, which fails the test.
struct Misuse: Sendable {
  private let host = TestHost.current
  private let name: String
  private let site: CallSite

  init(of name: String, at site: CallSite) {
    self.name = name
    self.site = site
  }

  func fail(_ action: String) { host.fail("“\(name)” is not implemented in this test, and \(action)", at: site) }

  func failing<Update>(_ publisher: some Publisher<Update>) -> Broadcaster<Update> {
    .deferred {
      fail("was subscribed to")
      return publisher
    }
  }
}

/// A scheduler that must not be used in this test. Each job fails the test on the line that created it, and does not run.
///
///     let model = SearchModel(results: .never, scheduler: .unimplemented("scheduler of the search"))
///
/// It shows that the tested code neither waits nor changes to another queue. For a parameter of type `any UpdateScheduler`, write
/// `UnimplementedScheduler.unimplemented("scheduler")`.
public struct UnimplementedScheduler: UpdateScheduler {
  fileprivate let misuse: Misuse

  /// Zero. Reading it fails the test.
  public var uptime: Duration {
    misuse.fail("its time was read")
    return .zero
  }

  /// False, because it runs no job.
  public var isCurrent: Bool { false }

  /// Fails the test, and releases the job.
  public func enqueue(_ job: @escaping @Sendable () -> Void) { misuse.fail("a job was enqueued") }

  /// Fails the test, and releases the job. The subscription has ended.
  ///
  /// - Parameters:
  ///   - delay: Named by the failure.
  ///   - tolerance: Ignored.
  ///   - job: Never runs.
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
  /// - Parameter name: The name in the message.
  public static func unimplemented(
    _ name: String = "scheduler",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Self {
    Self(misuse: Misuse(of: name, at: CallSite(fileID, filePath, line, column)))
  }
}
