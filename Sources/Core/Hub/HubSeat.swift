/// A subscriber's place at a hub.
///
/// `receive` is read without a lock by the one thread that delivers to this seat: the one that holds the hub's
/// delivery while the seat is live, the one in its initial delivery before that. It is cleared once, by a thread that
/// has left the seat dead under the lock and seen there that no delivery is under way, or by the delivering thread.
@usableFromInline
package final class HubSeat<Update: Sendable>: SubscriptionSeat, @unchecked Sendable {
  @usableFromInline var receive: (@Sendable (Update) -> Void)?

  @usableFromInline
  package init(_ receive: @escaping @Sendable (Update) -> Void) {
    self.receive = receive
    super.init(phase: .live)
  }

  @usableFromInline
  package override func release() {
    receive = nil
  }
}
