/// A subscriber's closure without the type of what it takes: so what keeps it and lets it go is no generic code, which
/// would look up types.
///
/// It is made of a closure with `erasing`, and called where it lies as what it was; see ``SubscriberSlot``.
@frozen @usableFromInline
package struct ErasedClosure: Sendable {
  /// Never called: it stands for the code, whatever that takes, and what the closure has captured.
  private let words: @Sendable () -> Void

  /// Invariant behind the cast: whatever a closure takes, it consists of two words, of which the second counts
  /// references; a struct of one is no more than these.
  @inlinable
  package static func erasing<Update: Sendable>(_ receive: @escaping @Sendable (Update) -> Void) -> ErasedClosure {
    unsafe unsafeBitCast(StoredClosure(receive), to: ErasedClosure.self)
  }
}

/// A subscriber's closure as it is stored, with the calling convention that all updates share.
@frozen @usableFromInline
struct StoredClosure<Update: Sendable>: Sendable {
  @usableFromInline let receive: @Sendable (Update) -> Void

  @inlinable
  init(_ receive: @escaping @Sendable (Update) -> Void) {
    self.receive = receive
  }
}

/// A stored closure that is called in place.
///
/// A closure in a copyable place is retained for the time of each call. This one is borrowed.
@frozen @usableFromInline
struct ClosureInPlace<Update: Sendable>: ~Copyable, Sendable {
  @usableFromInline let receive: (@Sendable (Update) -> Void)?

  @inlinable
  @inline(__always)
  borrowing func call(_ update: Update) {
    receive?(update)
  }
}
