import Synchronization

/// A subscriber of a hub, without the type of its updates.
///
/// Invariant behind `@unchecked`, also of its subclass: the state is accessed under the lock of the hub or by the holder of
/// the turn. After the subscriber has become inactive, it is accessed by the one thread that clears it.
@usableFromInline package class Subscriber: SubscriptionOwner, @unchecked Sendable {
  @usableFromInline final let owner: AnyHub

  @usableFromInline init(of owner: AnyHub, ended: (@Sendable () -> Void)?) {
    self.owner = owner
    super.init(ended: ended, isCounted: false)
  }

  /// Releases the closures of an inactive subscriber that no thread is about to call. Called without the lock.
  func clear() {}
  package final override func invalidate() { owner.remove(self, as: .invalidated) }

  /// Ends the subscription, as its publisher would.
  final func end() { owner.remove(self, as: .ended) }
  final override func underLock(_ body: () -> Void) { owner.lock.withLock { _ in body() } }
}

@_fixed_layout @usableFromInline package final class Receiver<Update: Sendable>: Subscriber, @unchecked Sendable {
  /// The events accepted during the initial delivery. A class, because unspecialised code looks up nothing to release it.
  @safe @exclusivity(unchecked) @usableFromInline var backlog: Backlog<Update>?
  @safe @exclusivity(unchecked) @usableFromInline var closure: CallableInPlace<Update>

  @inlinable
  init(of hub: Hub<Update>, _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) {
    closure = CallableInPlace(receive)
    super.init(of: hub, ended: ended)
  }

  /// Called under the lock.
  func keep(_ entry: Hub<Update>.Entry) {
    if let backlog { backlog.entries.append(entry) } else { backlog = Backlog(entry) }
  }

  override func clear() {
    _ = closure.take()
    backlog = nil
  }
}

/// The events that a subscriber receives after its initial delivery, in order.
///
/// Invariant behind `@unchecked`: accessed under the lock of the hub until the initial delivery takes it.
@usableFromInline final class Backlog<Update: Sendable>: @unchecked Sendable {
  @safe @exclusivity(unchecked) var entries: [Hub<Update>.Entry]

  init(_ first: Hub<Update>.Entry) { entries = [first] }
}

// A closure in a copyable place is retained for each call. This one is borrowed: the caller holds the turn, and no other thread
// takes the closure out.
@frozen @usableFromInline struct CallableInPlace<Update: Sendable>: ~Copyable, Sendable {
  @usableFromInline private(set) var receive: (@Sendable (Update) -> Void)?

  @inlinable init(_ receive: (@Sendable (Update) -> Void)?) { self.receive = receive }

  mutating func take() -> (@Sendable (Update) -> Void)? {
    defer { receive = nil }
    return receive
  }

  @inlinable @inline(__always) borrowing func call(_ update: Update) { receive?(update) }
}
