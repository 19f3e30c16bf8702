public import Synchronization

/// Floor B for events: the least that a thread-safe source does.
///
/// One `Mutex`, taken once a send; the subscribers' closures in one array, which is snapshotted under the lock and
/// called outside it. There are no contracts beyond that: threads overtake each other, a closure may run twice at
/// once, and one that has been removed may still be called.
public final class FloorSource<Update: Sendable>: Sendable {
  @usableFromInline let subscribers = Mutex(FloorSubscribers<Update>())

  /// Creates a source without subscribers.
  @inlinable
  public init() {}

  /// Calls every subscriber on this thread.
  @inlinable
  public func send(_ update: Update) {
    let snapshot = subscribers.withLock { $0.slots }
    for slot in snapshot { slot.receive(update) }
  }

  /// Adds a subscriber, which stays until its token is invalidated: dropping the token does nothing.
  @inlinable
  public func subscribe(_ receive: @escaping @Sendable (Update) -> Void) -> FloorToken<Update> {
    FloorToken(id: subscribers.withLock { $0.add(receive) }, source: self)
  }
}
