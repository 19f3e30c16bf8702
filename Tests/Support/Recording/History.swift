import Foundation
public import Testing

/// What happened, in order, written from any thread and waited for without polling.
public final class History<Event: Sendable>: Sendable {
  // Invariant: `events` is touched only with `condition` locked.
  nonisolated(unsafe) private var recorded: [Event] = []
  private let condition = NSCondition()

  public init() {}

  public func record(_ event: Event) {
    condition.withLock {
      unsafe recorded.append(event)
      condition.broadcast()
    }
  }

  public var events: [Event] {
    condition.withLock { unsafe recorded }
  }

  /// Forgets what was recorded: events that hold on to what records them would never go.
  public func removeAll() {
    let forgotten = condition.withLock {
      defer { unsafe recorded = [] }
      return unsafe recorded
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Blocks the thread until so many events are there. For threads of their own, see `onThreads`.
  public func waitForCount(
    _ count: Int, within limit: Duration = WaitLimit.standard, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    wait(for: "\(count) events", within: limit, at: sourceLocation) { $0.count >= count }
  }

  /// Blocks the thread until the events are as wanted, and fails the test when the limit is over before.
  private func wait(
    for what: String, within duration: Duration, at sourceLocation: SourceLocation, until isDue: ([Event]) -> Bool
  ) {
    guard condition.withLock({ unsafe !isDue(recorded) }) else { return }
    let limit = WaitLimit(duration) { [condition] in condition.withLock { condition.broadcast() } }
    let hasCome = condition.withLock {
      while unsafe !isDue(recorded) {
        guard !limit.isOver else { return false }
        condition.wait()
      }
      return true
    }
    if !hasCome { WaitLimit.fail(what, within: duration, state: "\(events)", at: sourceLocation) }
  }
}

extension History where Event: Equatable {
  /// Blocks the thread until the event is there.
  public func wait(
    for event: Event, within limit: Duration = WaitLimit.standard, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    wait(for: "the event \(event)", within: limit, at: sourceLocation) { $0.contains(event) }
  }
}
