public import Synchronization

/// A subscriber's place at a hub: who it is and how it stands, in one word, and its closure beside it.
@frozen @usableFromInline
package struct SubscriberSlot: ~Copyable, Sendable {
  @usableFromInline let word: SharedAtomic<UInt>
  /// Nil once it has been taken out, and is let go. Right behind the word, where `call` looks for it.
  package private(set) var closure: ErasedClosure?
  @usableFromInline let closureMemory = SharedMemory()

  package init(_ id: SubscriptionID, _ phase: SubscriptionPhase, _ closure: ErasedClosure?) {
    word = SharedAtomic(Self.word(id, phase))
    self.closure = closure
  }

  private static func word(_ id: SubscriptionID, _ phase: SubscriptionPhase) -> UInt {
    id << 2 | UInt(phase.rawValue)
  }

  /// The place in the order of subscription; it never changes.
  @inlinable
  package var id: SubscriptionID {
    word.load(ordering: .relaxed) >> 2
  }

  /// Read and written under the lock, which gives the order. Without it a delivery looks at ``turn``.
  package var phase: SubscriptionPhase {
    return SubscriptionPhase(rawValue: UInt8(word.load(ordering: .relaxed) & 3))!
  }

  package borrowing func enter(_ phase: SubscriptionPhase) {
    word.store(Self.word(id, phase), ordering: .releasing)
  }

  /// The answer of a slot to a delivery. One look gives it, as the phase may change meanwhile.
  @usableFromInline
  package enum Turn: Sendable {
    case call
    /// Its initial delivery is under way.
    case claim
    /// It has left; slots of the dead stay until they are tidied away.
    case skip
  }

  /// Needs no decoding of the phase.
  @inlinable
  @inline(__always)
  package var turn: Turn {
    let phase = word.load(ordering: .acquiring) & 3
    if phase == UInt(SubscriptionPhase.live.rawValue) { return .call }
    return phase == UInt(SubscriptionPhase.initial.rawValue) ? .claim : .skip
  }
}

extension UnsafeMutablePointer where Pointee == SubscriberSlot {
  /// Calls the closure where it lies. With the baton in hand, and of a slot that is live: then it is there.
  ///
  /// Invariant behind the pointer: the closure stands behind the word, and was made of one that takes these updates, as
  /// a hub has but one type of them.
  @inlinable
  @inline(__always)
  func call<Update: Sendable>(_ update: Update) {
    unsafe pointee.closureMemory.willRead()
    let closure = unsafe UnsafeRawPointer(self) + MemoryLayout<SharedAtomic<UInt>>.stride
    unsafe closure.assumingMemoryBound(to: ClosureInPlace<Update>.self).pointee.call(update)
  }

  /// Takes the closure out. That touches nothing else of the slot: a delivery may be looking at the word meanwhile.
  func takeClosure() -> ErasedClosure? {
    unsafe pointee.closureMemory.willWrite()
    let closure = unsafe UnsafeMutableRawPointer(self) + MemoryLayout<SharedAtomic<UInt>>.stride
    return unsafe closure.assumingMemoryBound(to: ErasedClosure?.self).pointee.take()
  }
}
