internal import Synchronization
internal import Tidings

/// Receives what the C client reports about a connection, on a thread of the client.
///
/// The client has a reference until it has reported that the connection is closed.
final class ConnectionRelay: Sendable {
  let state = PublishedProperty(NATSConnection.State.connected)
  /// How many times the client has begun to drop messages, of any subscription.
  let drops = Atomic(0)

  static func of(_ context: UnsafeMutableRawPointer?) -> ConnectionRelay {
    unsafe Unmanaged.fromOpaque(context!).takeUnretainedValue()
  }

  func change(to new: NATSConnection.State) {
    state.mutate { if $0 != .closed { $0 = new } }
  }
}
