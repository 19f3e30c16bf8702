public import Synchronization

/// Floor B for events: the least that a thread-safe source does.
///
/// It has one `Mutex`, taken once per send, and the subscribers' closures in one array, which is copied under the lock and
/// called outside it. There are no contracts beyond that: threads overtake each other, a closure may run on two threads
/// at the same time, and a closure that has been removed may still be called.
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

/// The token of a subscriber of floor B.
public final class FloorToken<Update: Sendable>: Sendable {
  @usableFromInline let id: Int
  @usableFromInline let source: FloorSource<Update>

  @inlinable
  init(id: Int, source: FloorSource<Update>) {
    self.id = id
    self.source = source
  }

  /// Removes the subscriber; a second call does nothing.
  @inlinable
  public func invalidate() {
    _ = source.subscribers.withLock { $0.remove(id) }
  }
}

/// The closures of a source in the order in which they came.
@usableFromInline
struct FloorSubscribers<Update: Sendable>: Sendable {
  /// A struct around the closure: an array of bare closures would wrap each in a thunk and a box of its own.
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

  /// Removes a closure, to be released outside the lock. Looks from the end: most often the newest leaves first.
  @inlinable
  mutating func remove(_ id: Int) -> Slot? {
    guard let index = slots.lastIndex(where: { $0.id == id }) else { return nil }
    return slots.remove(at: index)
  }
}
