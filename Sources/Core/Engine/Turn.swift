public import Synchronization

/// The right to deliver a hub's updates: one atomic word, so that an uncontended send needs no lock.
///
/// The turn belongs to the delivery rather than to the thread, so it can be handed over together with the remaining updates. A
/// thread that finds the turn taken queues its work under the lock and calls. After a call, the turn is put down only under the
/// lock, when the queue is empty, so no call is lost. A call that finds the turn free takes it.
///
///              take                      takeOrCall (under the lock)
///     free ──────────────▶ delivering ─────────────────────────▶ called, hurried
///      ▲ ◀── giveBack ────────┘ ▲                                     │
///      │                        └─────────── calm (under the lock) ───┤
///      └──────────────────────── putDown (under the lock) ────────────┘
@frozen @usableFromInline package struct Turn: ~Copyable, Sendable {
  @usableFromInline static var free: UInt32 { 0 }
  @usableFromInline static var delivering: UInt32 { 1 }
  /// Work is queued under the lock.
  @usableFromInline static var called: UInt32 { 2 }
  /// A subscriber left, so its closure is to be released after the current update.
  @usableFromInline static var hurried: UInt32 { 4 }

  @usableFromInline package let word = Atomic<UInt32>(0)

  @inlinable package init() {}

  // MARK: Without the lock

  @inlinable @inline(__always) package func take() -> Bool {
    word.compareExchange(expected: Self.free, desired: Self.delivering, ordering: .acquiring).exchanged
  }

  /// Fails if another thread has called.
  @inlinable @inline(__always) package func giveBack() -> Bool {
    word.compareExchange(expected: Self.delivering, desired: Self.free, ordering: .releasing).exchanged
  }

  @inlinable package var isHurried: Bool { word.load(ordering: .relaxed) & Self.hurried != 0 }

  // MARK: Under the lock

  /// Takes the turn, or calls its holder. Returns whether the turn was free.
  @inlinable package func takeOrCall(hurried: Bool = false) -> Bool {
    let call = hurried ? Self.called | Self.hurried : Self.called
    return word.bitwiseOr(call, ordering: .acquiringAndReleasing).oldValue == Self.free
  }

  /// Like ``takeOrCall(hurried:)``, for hubs in which every thread takes the turn under the lock.
  @inlinable package func takeUnderLockOrCall() -> Bool {
    guard word.load(ordering: .acquiring) == Self.free else { return takeOrCall() }
    calm()
    return true
  }

  /// Marks the queued work as seen. The caller keeps the turn.
  @inlinable package func calm() { word.store(Self.delivering, ordering: .relaxed) }
  @inlinable package func putDown() { word.store(Self.free, ordering: .releasing) }
}
