/// What waits for one subscriber on its actor, as a value: each method is one critical section.
@frozen @usableFromInline
package struct InboxState<Update: Sendable>: Sendable {
  @usableFromInline
  package enum Item: Sendable {
    case update(Update)
    case end
  }

  @usableFromInline
  package enum Arrival: Sendable {
    /// The caller delivers the item itself, here and now.
    case deliver
    /// The caller starts the one job that drains the inbox.
    case startJob
    /// A job is under way already, or the subscription is over.
    case done
  }

  @usableFromInline package var items = FIFO<Item>()
  /// A job is in flight, or a thread delivers in place.
  @usableFromInline package var isBusy = false

  @inlinable
  package init() {}

  @inlinable
  package mutating func arrive(_ item: Item, isCurrent: Bool, phase: SubscriptionPhase) -> Arrival {
    guard phase.isActive else { return .done }
    guard !isBusy else {
      items.append(item)
      return .done
    }
    isBusy = true
    if isCurrent { return .deliver }
    items.append(item)
    return .startJob
  }

  /// Makes room for an update that would have to wait. Returns what is dropped for it, and whether that is the update
  /// itself.
  @inlinable
  package mutating func makeRoom(by buffering: Buffering) -> (dropped: Item?, isRefused: Bool) {
    isBusy ? buffering.makeRoom(in: &items) : (nil, false)
  }

  /// The next item to deliver. Nil ends the job, in the same step.
  @inlinable
  package mutating func next() -> Item? {
    let item = items.popFirst()
    isBusy = item != nil
    return item
  }

  /// The job has done its share: it ends, and whether another one is needed is decided in the same step.
  @inlinable
  package mutating func pause() -> Bool {
    isBusy = !items.isEmpty
    return isBusy
  }

  /// Drops what waits, and returns it.
  @inlinable
  package mutating func close() -> FIFO<Item> {
    items.takeAll()
  }
}
