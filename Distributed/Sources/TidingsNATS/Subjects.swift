public import Foundation
public import Tidings

extension NATSConnection {
  /// Returns a broadcaster of the messages on a subject.
  ///
  /// Messages of one sender arrive in their order, on a thread of the client. Those published while no subscriber is
  /// connected are lost. A payload that cannot be decoded is a ``NATSError/decodingFailed(subject:_:)``, and the messages
  /// after it arrive. If too many wait for a slow subscriber, the client drops some and reports
  /// ``NATSError/messagesDropped(_:)``. The broadcaster ends when the connection is closed.
  ///
  /// - Parameters:
  ///   - type: The type of the payloads: `Data` or `[UInt8]` for the bytes, any other type for JSON.
  ///   - subject: The subject, in which `*` stands for one part, and `>` at the end for all that follow.
  ///   - queueGroup: The name of a group of subscribers, of which one receives each message.
  public func broadcaster<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, on subject: String, queueGroup: String? = nil
  ) -> Broadcaster<Result<NATSMessage<Value>, NATSError>> {
    let decode = Payload.decoder(for: Value.self)
    return broadcaster(of: Data.self, on: subject, queueGroup: queueGroup).map { $0.decoded(by: decode) }
  }

  /// Returns a broadcaster of the messages on a subject, with the bytes of their payloads.
  ///
  /// The first form describes the parameters.
  public func broadcaster(
    of type: Data.Type, on subject: String, queueGroup: String? = nil
  ) -> Broadcaster<Result<NATSMessage<Data>, NATSError>> {
    bytes(on: subject, queueGroup: queueGroup)
  }

  /// Returns a broadcaster of the messages on a subject, with the bytes of their payloads. Small arrays take the least time.
  ///
  /// The first form describes the parameters.
  public func broadcaster(
    of type: [UInt8].Type, on subject: String, queueGroup: String? = nil
  ) -> Broadcaster<Result<NATSMessage<[UInt8]>, NATSError>> {
    bytes(on: subject, queueGroup: queueGroup)
  }

  private func bytes<Value: Bytes>(
    on subject: String, queueGroup: String?
  ) -> Broadcaster<Result<NATSMessage<Value>, NATSError>> {
    Broadcaster { [client] source in
      do throws(NATSError) {
        return try client.subscribe(to: subject, queueGroup: queueGroup) { received in
          source.send(received.map { NATSMessage($0) })
        }
      } catch {
        source.send(.failure(error))
        source.finish()
        return .ended
      }
    }
  }

  /// Publishes a value to a subject.
  ///
  /// The value is sent in the background. While the connection is lost, it waits in a buffer. While the client tries to connect
  /// again, and while the server accepts nothing, this call can wait for up to ``NATSOptions/timeout``.
  ///
  /// - Parameters:
  ///   - value: `Data` and `[UInt8]` are sent unchanged, and any other type as JSON.
  ///   - subject: The subject, without wildcards.
  ///   - headers: Headers of the message.
  /// - Throws: ``NATSError/encodingFailed(_:)``, ``NATSError/payloadTooLarge(bytes:limit:)``,
  ///   ``NATSError/invalidName(_:)``, ``NATSError/bufferFull``, ``NATSError/timedOut`` or ``NATSError/closed``.
  public func publish(
    _ value: some Encodable & Sendable, to subject: String, headers: [String: String] = [:]
  ) throws(NATSError) {
    try client.publish(Payload.encode(value), to: subject, headers: headers)
  }

  /// Publishes bytes to a subject.
  ///
  /// The first form describes the parameters.
  public func publish(_ bytes: Data, to subject: String, headers: [String: String] = [:]) throws(NATSError) {
    try client.publish(bytes, to: subject, headers: headers)
  }

  /// Publishes bytes to a subject.
  ///
  /// The first form describes the parameters.
  public func publish(_ bytes: [UInt8], to subject: String, headers: [String: String] = [:]) throws(NATSError) {
    try client.publish(bytes, to: subject, headers: headers)
  }
}

extension Publisher where Update: Encodable {
  /// Publishes the updates to a subject, until the returned token is released.
  ///
  ///     orders.forward(to: connection, as: "orders.new") { log.error("\($0)") }
  ///       .store(in: subscriptions)
  ///
  /// - Parameters:
  ///   - connection: The connection over which the updates are sent.
  ///   - subject: The subject, without wildcards.
  ///   - headers: Headers of each message.
  ///   - failed: Called with the reason when an update cannot be sent. The updates after it are sent.
  public func forward(
    to connection: NATSConnection, as subject: String, headers: [String: String] = [:],
    failed: @escaping @Sendable (NATSError) -> Void
  ) -> Subscription {
    let encode = Payload.encoder(for: Update.self)
    return attach { update in
      do throws(NATSError) {
        try connection.client.publish(encode(update), to: subject, headers: headers)
      } catch {
        failed(error)
      }
    }
  }
}
