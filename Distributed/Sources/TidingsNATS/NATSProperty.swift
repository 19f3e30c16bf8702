internal import Foundation
public import Tidings

/// A value that several programs read and write: a key of a JetStream key-value bucket.
///
///     let volume = connection.publishedProperty(50, forKey: "volume", in: "settings") { print($0) }
///     volume.subscribe { slider.value = $0 }.store(in: subscriptions)
///     try await volume.mutate { $0 += 1 }
///
/// Its subscribers receive the value that is known, and then the later values, also those of other programs. A value that
/// is replaced immediately can be left out. The value is known a moment after the first subscription. While there are
/// subscribers, it is watched. If the bucket is deleted, the value can be out of date for about 20 seconds without a failure.
public struct NATSProperty<Value: Codable & Equatable & Sendable>: ValuePublisher {
  /// The value, which changes on a thread of the client. Before the first change is known, it is the initial value.
  public let publishedValue: PublishedValue<Value>

  private let initial: Value
  private let key: String
  private let bucket: String
  private let client: ClientConnection

  init(
    _ initial: Value, forKey key: String, in bucket: String, of client: ClientConnection,
    failed: @escaping @Sendable (NATSError) -> Void
  ) {
    self.initial = initial
    self.key = key
    self.bucket = bucket
    self.client = client
    publishedValue = client.publishedValue(
      initial, forKey: key, in: bucket, decode: Payload.decoder(for: Value.self), failed: failed)
  }

  /// Writes the value. Its subscribers receive it when the server reports the change.
  ///
  /// - Throws: Among others ``NATSError/timedOut``, after which the value may have been written, or may be written later.
  public func set(_ value: Value) async throws(NATSError) {
    try await withBucket { (bucket) throws(NATSError) in try bucket.write(Payload.encode(value), to: key) }
  }

  /// Changes the stored value in one step.
  ///
  /// If another program has written since the value was read, the change is made again on the newer value. So no change is
  /// lost, if the bucket has one replica, as those that this library creates. A cancellation of the Swift task does not end it.
  ///
  /// - Parameter change: Called on any thread, possibly several times.
  /// - Returns: The new value.
  /// - Throws: Among others ``NATSError/timedOut``. Then a second call can make the change a second time.
  @discardableResult
  public func mutate(_ change: @escaping @Sendable (inout Value) -> Void) async throws(NATSError) -> Value {
    try await withBucket { (bucket) throws(NATSError) in
      while true {
        let entry = try bucket.read(key)
        let former = try entry.value(forKey: key) ?? initial
        var value = former
        change(&value)
        guard value != former else { return value }
        if try bucket.write(Payload.encode(value), to: key, replacing: entry) { return value }
      }
    }
  }

  /// Removes the value from the bucket. Subscribers receive the initial value.
  public func remove() async throws(NATSError) {
    try await withBucket { (bucket) throws(NATSError) in try bucket.remove(key) }
  }

  private func withBucket<Success: Sendable>(
    _ body: @escaping @Sendable (KeyValueBucket) throws(NATSError) -> Success
  ) async throws(NATSError) -> Success {
    try await blocking { () throws(NATSError) in try body(KeyValueBucket(bucket, of: client)) }
  }
}

extension ClientConnection {
  fileprivate func publishedValue<Value: Equatable & Sendable>(
    _ initial: Value, forKey key: String, in bucket: String, decode: @escaping Payload.Decode<Value>,
    failed: @escaping @Sendable (NATSError) -> Void
  ) -> PublishedValue<Value> {
    PublishedValue(initial: initial) { [self] property in
      entries(of: key, in: bucket).attach { entry in
        do throws(NATSError) {
          property.value = if let payload = try entry.get().payload { try decode(payload, key) } else { initial }
        } catch {
          failed(error)
        }
      }
    }
  }

  /// Returns the current entry of a key, and the later ones. After a failure, the watching begins again. Failures in a row
  /// are reported once.
  ///
  /// The server forgets its watchers when it restarts. So the watching begins again whenever the connection is established
  /// again, with the entry that is current then.
  fileprivate func entries(of key: String, in bucket: String) -> Broadcaster<Result<KeyValueBucket.Entry, NATSError>> {
    relay.state.filter { $0 == .connected }.flatMapLatest { _ in
      Broadcaster { source in
        let stopping = Stopping()
        Thread.detachNewThread { [self] in
          var hasFailed = false
          while !stopping.isStopped {
            do throws(NATSError) {
              try KeyValueBucket(bucket, of: self).watch(key, until: stopping) { entry in
                hasFailed = false
                source.send(.success(entry))
              }
            } catch {
              if !hasFailed { source.send(.failure(error)) }
              hasFailed = true
              if error.isFinal { return }
            }
            stopping.wait(.milliseconds(100))
          }
        }
        return Subscription { stopping.stop() }
      }
    }
  }
}

extension KeyValueBucket.Entry {
  func value<Value: Decodable & Sendable>(forKey key: String) throws(NATSError) -> Value? {
    guard let payload else { return nil }
    return try Payload.decode(payload, subject: key) as Value
  }
}

extension NATSConnection {
  /// Returns a value that several programs read and write. The bucket is created if it does not exist.
  ///
  /// - Parameters:
  ///   - initial: The value of a key that has none.
  ///   - key: The key: letters, digits, and `-`, `/`, `_`, `=` and `.`.
  ///   - bucket: The name of the bucket: letters, digits, and `-` and `_`.
  ///   - failed: Called when the value cannot be watched or decoded. The value stays as it is.
  public func publishedProperty<Value: Codable & Equatable & Sendable>(
    _ initial: Value, forKey key: String, in bucket: String, failed: @escaping @Sendable (NATSError) -> Void
  ) -> NATSProperty<Value> {
    NATSProperty(initial, forKey: key, in: bucket, of: client, failed: failed)
  }

  /// Returns a value that other programs write, and that is nil as long as it is unknown or the key has none. The bucket is
  /// created if it does not exist.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - key: The key: letters, digits, and `-`, `/`, `_`, `=` and `.`.
  ///   - bucket: The name of the bucket: letters, digits, and `-` and `_`.
  ///   - failed: Called when the value cannot be watched or decoded. The value stays as it is.
  public func publishedValue<Value: Decodable & Equatable & Sendable>(
    of type: Value.Type = Value.self, forKey key: String, in bucket: String,
    failed: @escaping @Sendable (NATSError) -> Void
  ) -> PublishedValue<Value?> {
    client.publishedValue(
      nil, forKey: key, in: bucket, decode: Payload.optionalDecoder(for: Value.self), failed: failed)
  }
}
