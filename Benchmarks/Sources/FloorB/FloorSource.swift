public import Synchronization

/// Floor B for events: a minimal thread-safe source.
///
/// It has one `Mutex`, taken once per send, and an array of the subscribers' closures, which is copied under the lock and
/// called without it. It keeps no contract: the threads' updates overtake each other, a closure may run on two threads
/// at the same time, and a removed closure may still be called.
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

  /// Adds a subscriber, which stays until its token is invalidated. Releasing the token does nothing.
  @inlinable
  public func subscribe(_ receive: @escaping @Sendable (Update) -> Void) -> FloorToken<Update> {
    FloorToken(id: subscribers.withLock { $0.add(receive) }, source: self)
  }
}

/// The token of a subscriber of floor B.
public final class FloorToken<Update: Sendable>: Sendable {
  @usableFromInline let id: Int
  @usableFromInline let source: FloorSource<Update>

  @inlinable
  init(id: Int, source: FloorSource<Update>) {
    self.id = id
    self.source = source
  }

  /// Removes the subscriber. A second call does nothing.
  @inlinable
  public func invalidate() {
    _ = source.subscribers.withLock { $0.remove(id) }
  }
}

/// The closures of a source, in the order of subscription.
@usableFromInline
struct FloorSubscribers<Update: Sendable>: Sendable {
  /// A struct around the closure. An array of closures would wrap each closure in a thunk and another allocation.
  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline let id: Int
    @usableFromInline let receive: @Sendable (Update) -> Void

    @inlinable
    init(id: Int, receive: @escaping @Sendable (Update) -> Void) {
      self.id = id
      self.receive = receive
    }
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var nextID = 0

  @inlinable
  init() {}

  @inlinable
  mutating func add(_ receive: @escaping @Sendable (Update) -> Void) -> Int {
    defer { nextID += 1 }
    slots.append(Slot(id: nextID, receive: receive))
    return nextID
  }

  /// Removes a closure, which the caller releases without the lock.
  ///
  /// Searches from the end, because the newest closure is usually removed first.
  @inlinable
  mutating func remove(_ id: Int) -> Slot? {
    guard let index = slots.lastIndex(where: { $0.id == id }) else { return nil }
    return slots.remove(at: index)
  }
}
