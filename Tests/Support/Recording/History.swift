import Foundation

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
  public func waitForCount(_ count: Int) {
    condition.withLock {
      while unsafe recorded.count < count { condition.wait() }
    }
  }
}

extension History where Event: Equatable {
  /// Blocks the thread until the event is there.
  public func wait(for event: Event) {
    condition.withLock {
      while unsafe !recorded.contains(event) { condition.wait() }
    }
  }
}
