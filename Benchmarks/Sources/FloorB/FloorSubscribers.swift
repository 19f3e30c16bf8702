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

  /// Takes a closure out, to be released outside the lock. Looks from the end: most often the newest leaves first.
  @inlinable
  mutating func remove(_ id: Int) -> Slot? {
    guard let index = slots.lastIndex(where: { $0.id == id }) else { return nil }
    return slots.remove(at: index)
  }
}
