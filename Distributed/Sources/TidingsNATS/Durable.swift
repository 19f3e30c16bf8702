internal import Foundation
public import Tidings

extension NATSConnection {
  /// Creates a JetStream stream, which stores the messages of some subjects. Does nothing if it exists with
  /// the same settings.
  ///
  /// - Parameters:
  ///   - name: The name of the stream.
  ///   - subjects: The subjects whose messages are stored.
  ///   - replicas: The number of servers of a cluster that store each message.
  public func createStream(_ name: String, subjects: [String], replicas: Int = 1) async throws(NATSError) {
    try await blocking { [client] () throws(NATSError) in
      try JetStream(of: client).createStream(name, subjects: subjects, replicas: replicas)
    }
  }

  /// Returns a broadcaster of the messages that a stream stores, each at least once.
  ///
  /// The server remembers under a name which messages were delivered. So a program that is started again continues where it
  /// has stopped. A message is acknowledged when the subscribers on the publishing thread have returned. If a program ends
  /// before that, the next one receives the message again; compare ``NATSMessage/sequence`` with what you have stored. While
  /// a subscription lasts, it receives no message twice. After a fault, messages can arrive in another order.
  ///
  /// A failure to subscribe is repeated until it succeeds, except ``NATSError/invalidName(_:)`` and ``NATSError/closed``, which
  /// end the broadcaster.
  ///
  /// - Parameters:
  ///   - type: The type of the payloads: `Data` or `[UInt8]` for the bytes, any other type for JSON.
  ///   - subject: The subject, in which `*` stands for one part, and `>` at the end for all that follow.
  ///   - name: The name under which the server remembers. Programs that use one name share the messages.
  ///   - stream: The stream, which another call has created.
  ///   - delay: The time after which a message that was not acknowledged is delivered again. Up to 256 messages wait in a
  ///     program, so it should be long enough for them.
  public func broadcaster<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, on subject: String, durable name: String, in stream: String,
    redeliverAfter delay: Duration = .seconds(30)
  ) -> Broadcaster<Result<NATSMessage<Value>, NATSError>> {
    Broadcaster { [client] source in
      let stopping = Stopping()
      let decode = Payload.decoder(for: Value.self)
      Thread.detachNewThread {
        var delivered = RecentPositions()
        while !stopping.isStopped {
          do throws(NATSError) {
            let reader = try JetStream(of: client).read(subject, of: stream, as: name, redeliverAfter: delay)
            stopping.whenStopped { reader.stop() }
            while !stopping.isStopped {
              try reader.next { message in
                if stopping.isStopped { return false }
                if let position = message.position, !delivered.insert(position) { return true }
                source.send(Result<NATSMessage<Data>, NATSError>.success(NATSMessage(message)).decoded(by: decode))
                // If another thread has unsubscribed during the delivery, the message may not have been delivered.
                return !stopping.isStoppedByAnotherThread
              }
            }
          } catch {
            if stopping.isStopped { return }
            source.send(.failure(error))
            if error.isFinal { return source.finish() }
            stopping.wait(.milliseconds(100))
          }
        }
      }
      return Subscription { stopping.stop() }
    }
  }
}

extension Publisher where Update: Encodable {
  /// Publishes the updates to a stream, until the returned token is released. Each is repeated until the server has stored it.
  ///
  /// The updates are sent one after the other, on a thread of their own. While the connection is lost, and while no stream
  /// can store them, they wait without a limit. The server stores an update once, even if it was sent several times within
  /// two minutes.
  ///
  /// - Parameters:
  ///   - connection: The connection over which the updates are sent.
  ///   - subject: A subject of the stream, without wildcards.
  ///   - identifier: Returns the identifier of an update, which no other update has within two minutes.
  ///   - failed: Called with the reason when an update cannot be stored, such as its size. The updates after it are sent.
  public func forward(
    to connection: NATSConnection, asDurable subject: String,
    identifiedBy identifier: @escaping @Sendable (Update) -> String,
    failed: @escaping @Sendable (NATSError) -> Void
  ) -> Subscription {
    let stopping = Stopping()
    let queue = DispatchQueue(label: "Tidings NATS durable")
    let jetStream = Result { () throws(NATSError) in try JetStream(of: connection.client) }
    let encode = Payload.encoder(for: Update.self)
    let updates = attach { update in
      queue.async {
        if stopping.isStopped { return }
        let payload = Result { () throws(NATSError) in try encode(update) }
        // All attempts need the same identifier, which can be random.
        let id = identifier(update)
        while !stopping.isStopped {
          do throws(NATSError) {
            return try jetStream.get().publish(payload.get(), to: subject, id: id, timeout: .seconds(1))
          } catch {
            if error.isFinal { return failed(error) }
            stopping.wait(.milliseconds(100))
          }
        }
      }
    }
    return Subscription {
      updates.invalidate()
      stopping.stop()
    }
  }
}

/// The positions of the last messages, more than a server waits for at a time.
private struct RecentPositions {
  private var newest: Set<StreamPosition> = []
  private var older: Set<StreamPosition> = []

  /// Returns whether the position is new.
  mutating func insert(_ position: StreamPosition) -> Bool {
    guard !older.contains(position), newest.insert(position).inserted else { return false }
    if newest.count == 65_536 { (older, newest) = (newest, []) }
    return true
  }
}
