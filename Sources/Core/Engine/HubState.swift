/// The queue of a hub, and the updates that it keeps for new subscribers. Each method is called under the lock.
@frozen @usableFromInline package struct HubState<Update: Sendable>: Sendable {
  @usableFromInline package var queue: [Hub<Update>.Entry] = []
  /// The number of changes.
  @usableFromInline package var version: UInt = 0
  /// The updates kept before the latest, oldest first.
  @usableFromInline package var earlier = FIFO<Update>()
  @usableFromInline package let limit: Int32
  /// The latest update, if the hub keeps any. The last field: unspecialised code need not look up the offsets of others.
  @usableFromInline package var latest: Update?

  @inlinable init(limit: Int32, initial: Update?) {
    self.limit = limit
    latest = initial
  }

  /// Keeps an update. Returns the update that is no longer kept, to be released without the lock.
  @inlinable @inline(__always) mutating func keep(_ update: Update) -> Update? {
    version &+= 1
    guard limit > 0 else { return nil }
    let former = latest
    latest = update
    guard limit > 1, let former else { return former }
    return push(former)
  }

  @usableFromInline
  @inline(never) @_semantics("optimize.sil.specialize.generic.never") mutating func push(_ former: Update) -> Update? {
    earlier.append(former)
    return earlier.count < Int(limit) ? nil : earlier.popFirst()
  }

  @usableFromInline
  @inline(never) @_semantics("optimize.sil.specialize.generic.never") func replayed() -> [Update] { earlier.elements }

  /// Returns the kept updates, to be released without the lock.
  mutating func reset(to initial: Update?) -> any Sendable {
    version &+= 1
    defer {
      latest = initial
      earlier = FIFO()
    }
    return (latest, earlier)
  }
}
