/// A subscriber's place at a hub.
///
/// The slot is read without a lock by the one thread that delivers to this seat: the one that holds the hub's
/// delivery while the seat is live, the one in its initial delivery before that. It is emptied once, by a thread that
/// has left the seat dead under the lock and seen there that no delivery is under way, or by the delivering thread.
@usableFromInline
package final class HubSeat<Update: Sendable>: SubscriptionSeat, @unchecked Sendable {
  // The rule above is what exclusivity would check, at a third of the cost of a delivery.
  @exclusivity(unchecked) @usableFromInline var slot: ClosureSlot<Update>

  @inlinable
  package init(_ receive: consuming @escaping @Sendable (Update) -> Void) {
    unsafe slot = ClosureSlot(receive)
    super.init(phase: .live)
  }

  @inlinable
  package func receive(_ update: Update) {
    unsafe slot.call(update)
  }

  @usableFromInline
  package override func release() {
    unsafe slot = ClosureSlot(nil)
  }
}

/// Holds a closure that is called in place.
///
/// A closure in a copyable place is retained for the time of each call. This one is borrowed.
@usableFromInline
struct ClosureSlot<Update: Sendable>: ~Copyable, Sendable {
  @usableFromInline let receive: (@Sendable (Update) -> Void)?

  @inlinable
  init(_ receive: consuming (@Sendable (Update) -> Void)?) {
    self.receive = receive
  }

  @inlinable
  borrowing func call(_ update: Update) {
    receive?(update)
  }
}
