import Dispatch
public import Testing
import TidingsCore

/// Events in order, recorded on any thread and awaited without polling.
public final class History<Event: Sendable>: Sendable {
  private let content = Locked(Content())

  private struct Content: Sendable {
    var events: [Event] = []
    var waiting: [Waiter] = []
  }

  /// A blocked thread. Only the event that it waits for wakes it, because a thread switch for each event takes longer
  /// than the code under test.
  private final class Waiter: Sendable {
    /// Whether the newest event or the number of events is what the thread waits for.
    let isDue: @Sendable (_ newest: Event, _ count: Int) -> Bool
    let semaphore = DispatchSemaphore(value: 0)

    init(isDue: @escaping @Sendable (_ newest: Event, _ count: Int) -> Bool) {
      self.isDue = isDue
    }
  }

  public init() {}

  public func record(_ event: Event) {
    let due = content.withLock { content in
      content.events.append(event)
      guard !content.waiting.isEmpty else { return [Waiter]() }
      let count = content.events.count
      let due = content.waiting.filter { $0.isDue(event, count) }
      if !due.isEmpty { content.waiting.removeAll { waiter in due.contains { $0 === waiter } } }
      return due
    }
    for waiter in due { waiter.semaphore.signal() }
  }

  public var events: [Event] {
    content.withLock { $0.events }
  }

  /// Removes all events. This breaks reference cycles of events that hold their recorder.
  public func removeAll() {
    let forgotten = content.withLock { content in
      defer { content.events = [] }
      return content.events
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Blocks the thread until this number of events was recorded. Use it on threads from `onThreads`.
  public func waitForCount(
    _ count: Int, within limit: Duration = WaitLimit.standard, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let waiter = Waiter { _, recorded in recorded >= count }
    wait(for: "\(count) events", within: limit, at: sourceLocation, waiter) { $0.count >= count }
  }

  /// Blocks the thread until the waiter is due, unless the condition already holds. Fails the test if the limit passes
  /// before.
  private func wait(
    for what: @autoclosure () -> String, within duration: Duration, at sourceLocation: SourceLocation,
    _ waiter: Waiter, unless holds: ([Event]) -> Bool
  ) {
    let waits = content.withLock { content in
      guard !holds(content.events) else { return false }
      content.waiting.append(waiter)
      return true
    }
    guard waits else { return }
    let limit = WaitLimit(duration) { waiter.semaphore.signal() }
    waiter.semaphore.wait()
    // A waiter that was due has already been removed.
    let hasOccurred = content.withLock { content in
      let count = content.waiting.count
      content.waiting.removeAll { $0 === waiter }
      return content.waiting.count == count
    }
    withExtendedLifetime(limit) {}
    if !hasOccurred { WaitLimit.fail(what(), within: duration, state: "\(events)", at: sourceLocation) }
  }
}

extension History where Event: Equatable {
  /// Blocks the thread until the event was recorded.
  public func wait(
    for event: Event, within limit: Duration = WaitLimit.standard, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let waiter = Waiter { newest, _ in newest == event }
    wait(for: "the event \(event)", within: limit, at: sourceLocation, waiter) { $0.contains(event) }
  }
}
