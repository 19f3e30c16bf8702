internal import Foundation
public import Tidings

/// A connection to a NATS server or cluster, over which publishers of several programs are connected.
///
///     let connection = try await NATSConnection(NATSOptions(URL(string: "nats://127.0.0.1:4222")!))
///     let subscription = connection.broadcaster(of: Order.self, on: "orders.*")
///       .subscribe(value: { print($0.value) }, failure: { print($0) })
///
/// If it is lost, the client tries to connect again without end, and then subscriptions continue. It is closed with
/// ``close()``, or when the connection and everything made from it are released. The client also closes it if a server
/// refuses the credentials in two attempts in a row, or reports another error, such as too many subscriptions.
public final class NATSConnection: Sendable {
  /// The state of a connection.
  public enum State: Hashable, Sendable {
    /// Messages are exchanged with a server.
    case connected
    /// The connection was lost, and the client connects again. Published messages wait until then.
    case reconnecting
    /// The connection was closed. This is final.
    case closed
  }

  let client: ClientConnection

  /// Connects to the first server that accepts the connection.
  ///
  /// - Throws: ``NATSError/noServer``, ``NATSError/authenticationFailed``, ``NATSError/encryptionFailed(_:)`` or
  ///   ``NATSError/timedOut``, or another error, such as that of a limit of the server.
  public init(_ options: NATSOptions) async throws(NATSError) {
    client = try await blocking { () throws(NATSError) in try ClientConnection(options) }
  }

  /// The state of the connection. It changes on a thread of the client.
  public var state: PublishedValue<State> { client.relay.state.publishedValue }

  /// Sends what is waiting, for at most half a second, and closes the connection. Its broadcasters end.
  ///
  /// While the connection is lost, what is waiting is discarded.
  public func close() { client.close() }

  /// Waits until the server to which this is connected has handled everything that was published and subscribed to before.
  ///
  /// - Parameter timeout: The time after which this fails with ``NATSError/timedOut``.
  /// - Throws: Also ``NATSError/closed``, or another error if the connection is lost.
  public func flush(timeout: Duration = .seconds(5)) async throws(NATSError) {
    try await blocking { [client] () throws(NATSError) in try client.flush(timeout: timeout) }
  }
}

private let blockingCalls = DispatchQueue(label: "Tidings NATS", attributes: .concurrent)

/// Performs a call that blocks its thread, outside the concurrency pool.
func blocking<Success: Sendable>(
  _ body: @escaping @Sendable () throws(NATSError) -> Success
) async throws(NATSError) -> Success {
  let result: Result<Success, NATSError> = await withCheckedContinuation { continuation in
    blockingCalls.async { continuation.resume(returning: Result { () throws(NATSError) in try body() }) }
  }
  return try result.get()
}
