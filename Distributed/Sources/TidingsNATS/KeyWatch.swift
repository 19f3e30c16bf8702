internal import Foundation
internal import Synchronization
internal import Tidings

/// Watches a key, and begins again whenever the connection has been established again.
///
/// The server forgets who watches when it restarts. Beginning again reads the current value, so no change is missed for
/// good.
final class KeyWatch: Sendable {
  private struct State {
    var isStopped = false
    var watching: Subscription?
  }

  private let connection: ClientConnection
  private let bucket: String
  private let key: String
  private let receive: @Sendable (Result<KeyValueBucket.Entry, NATSError>) -> Void
  private let state = Mutex(State())
  /// Opening a bucket blocks.
  private let queue = DispatchQueue(label: "Tidings NATS watch")

  init(
    _ key: String, in bucket: String, of connection: ClientConnection,
    _ receive: @escaping @Sendable (Result<KeyValueBucket.Entry, NATSError>) -> Void
  ) {
    self.connection = connection
    self.bucket = bucket
    self.key = key
    self.receive = receive
  }

  func start() -> Subscription {
    let connecting = connection.relay.state.attach { [self] state in
      guard state == .connected else { return }
      queue.async { self.begin() }
    }
    return Subscription { [self] in
      connecting.invalidate()
      stop()
    }
  }

  private func begin() {
    guard !state.withLock({ $0.isStopped }) else { return }
    do throws(NATSError) {
      let bucket = try KeyValueBucket(bucket, of: connection)
      replace(by: try bucket.watch(key) { [receive] in receive(.success($0)) })
    } catch {
      receive(.failure(error))
    }
  }

  private func replace(by new: Subscription?) {
    let former = state.withLock { state in
      guard !state.isStopped else { return new }
      defer { state.watching = new }
      return state.watching
    }
    former?.invalidate()
  }

  private func stop() {
    replace(by: nil)
    state.withLock { $0.isStopped = true }
    replace(by: nil)
  }
}
