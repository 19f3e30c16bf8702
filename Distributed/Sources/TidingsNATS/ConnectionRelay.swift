internal import CNATS
internal import Synchronization
internal import Tidings

/// Receives what the C client reports about a connection, on a thread of the client.
///
/// The client has a reference until it has reported that the connection is closed.
final class ConnectionRelay: Sendable {
  let state = PublishedProperty(NATSConnection.State.connected)
  /// The receivers of live subscriptions, by the address of the subscription.
  private let receivers = Mutex<[UInt: MessageReceiver]>([:])

  static func of(_ context: UnsafeMutableRawPointer?) -> ConnectionRelay {
    unsafe Unmanaged.fromOpaque(context!).takeUnretainedValue()
  }

  func change(to new: NATSConnection.State) {
    state.mutate { if $0 != .closed { $0 = new } }
  }

  /// Called last. The receivers are released, so that their broadcasters end.
  func close() {
    change(to: .closed)
    let former = receivers.withLock { receivers in
      defer { receivers = [:] }
      return receivers
    }
    withExtendedLifetime(former) {}
  }

  func retainForClient() { _ = unsafe Unmanaged.passRetained(self) }

  func releaseForClient() { unsafe Unmanaged.passUnretained(self).release() }

  func add(_ receiver: MessageReceiver, for subscription: OpaquePointer) {
    let address = UInt(bitPattern: subscription)
    receivers.withLock { $0[address] = receiver }
  }

  func remove(_ subscription: OpaquePointer) {
    let address = UInt(bitPattern: subscription)
    _ = receivers.withLock { $0.removeValue(forKey: address) }
  }

  func droppedMessages(of subscription: OpaquePointer) {
    let address = UInt(bitPattern: subscription)
    receivers.withLock { $0[address] }?.hasDropped.store(true, ordering: .relaxed)
  }
}
