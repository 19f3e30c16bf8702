import Synchronization
public import Testing
import TidingsCore
import TidingsTesting

/// The time that a test waits for an event, in ``OwnTime``, and the message if the event does not occur.
public final class WaitLimit: Sendable {
  /// Much longer than any expected event takes, and short enough to be noticed.
  public static let standard = Duration.seconds(60)

  /// The receiver of missed events instead of the test, for tests of waiting itself.
  @TaskLocal public static var missedEvents: History<String>?

  public let duration: Duration
  private let passed: Flag
  private let alarm: Subscription

  /// Starts the limit now.
  public init(_ duration: Duration, whenOver: @escaping @Sendable () -> Void = {}) {
    self.duration = duration
    let passed = Flag()
    self.passed = passed
    alarm = OwnTime.scheduler.enqueue(after: duration) {
      passed.set()
      whenOver()
    }
  }

  private final class Flag: Sendable {
    private let isSet = Atomic(false)

    var value: Bool { isSet.load(ordering: .acquiring) }

    func set() { isSet.store(true, ordering: .releasing) }
  }

  public var isOver: Bool { passed.value }

  /// Returns after this duration in the process's own time. Only for clocks, because no test waits for time.
  public static func pass(_ duration: Duration) async {
    let alarm = EventState<WaitLimit?>(nil)
    await withCheckedContinuation { continuation in
      let limit = WaitLimit(duration) { continuation.resume() }
      alarm.change { $0 = limit }
    }
  }

  /// Fails the test, because an expected event did not occur.
  public static func fail(
    _ what: String, within duration: Duration, state: @autoclosure () -> String, at sourceLocation: SourceLocation
  ) {
    let message = """
      Waited for \(what), which has not come within \(duration) of the process's own time.
      State: \(state().prefix(2_000))
      """
    if let missedEvents {
      missedEvents.record(message)
    } else {
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }
  }
}
