internal import Foundation

/// A message that was received on a subject.
public struct NATSMessage<Value: Sendable>: Sendable {
  /// The subject to which it was published. It differs from the subject subscribed to if that has wildcards.
  public let subject: String
  /// Its headers. One key can have several values.
  public let headers: [String: [String]]
  /// The position in the stream, for a message of a durable broadcaster; otherwise nil.
  ///
  /// It increases with each message. In a stream that was deleted and created again, it starts again.
  public let sequence: UInt64?
  /// The decoded payload.
  public let value: Value
}

extension NATSMessage: Equatable where Value: Equatable {}
extension NATSMessage: Hashable where Value: Hashable {}

extension NATSMessage where Value: Bytes {
  init(_ message: ReceivedMessage) {
    self.init(
      subject: message.subject, headers: message.headers, sequence: message.position?.sequence,
      value: unsafe Value(message.bytes))
  }
}

extension Result<NATSMessage<Data>, NATSError> {
  func decoded<Value>(by decode: Payload.Decode<Value>) -> Result<NATSMessage<Value>, NATSError> {
    flatMap { message in
      Result<NATSMessage<Value>, NATSError> { () throws(NATSError) in
        NATSMessage(
          subject: message.subject, headers: message.headers, sequence: message.sequence,
          value: try decode(message.value, message.subject))
      }
    }
  }
}

/// The types of payloads that are sent unchanged, `Data` and `[UInt8]`.
typealias Bytes = ContiguousBytes & RangeReplaceableCollection<UInt8> & Sendable

/// The form of values in messages: `Data` and `[UInt8]` are sent unchanged, and any other type as JSON.
///
/// The coders are looked up once for many messages, because the cast takes longer than sending `Data`.
enum Payload {
  typealias Encode<Value> = @Sendable (Value) throws(NATSError) -> Data
  typealias Decode<Value> = @Sendable (_ data: Data, _ subject: String) throws(NATSError) -> Value

  static func encoder<Value: Encodable & Sendable>(for type: Value.Type) -> Encode<Value> {
    let unchanged: Encode<Data> = { $0 }
    let array: Encode<[UInt8]> = { Data($0) }
    if let encode = (unchanged as? Encode<Value>) ?? (array as? Encode<Value>) { return encode }
    return { value throws(NATSError) in
      do {
        return try JSONEncoder().encode(value)
      } catch {
        throw .encodingFailed("\(error)")
      }
    }
  }

  static func encode<Value: Encodable & Sendable>(_ value: Value) throws(NATSError) -> Data {
    try encoder(for: Value.self)(value)
  }

  static func decoder<Value: Decodable & Sendable>(for type: Value.Type) -> Decode<Value> {
    let unchanged: Decode<Data> = { data, _ in data }
    let array: Decode<[UInt8]> = { data, _ in [UInt8](data) }
    if let decode = (unchanged as? Decode<Value>) ?? (array as? Decode<Value>) { return decode }
    return { data, subject throws(NATSError) in
      // The decoder of Swift 6.3.1 traps on a text that ends with its 513th open bracket. In UTF-16 and UTF-32, zeros can
      // follow the bracket.
      if let last = data.last(where: { $0 != 0 }), last == UInt8(ascii: "[") || last == UInt8(ascii: "{") {
        throw .decodingFailed(subject: subject, "The JSON text is incomplete")
      }
      do {
        return try JSONDecoder().decode(Value.self, from: data)
      } catch {
        throw .decodingFailed(subject: subject, "\(error)")
      }
    }
  }

  /// Decodes as ``decoder(for:)`` does, and the JSON text `null` as nil. Bytes are never nil.
  static func optionalDecoder<Value: Decodable & Sendable>(for type: Value.Type) -> Decode<Value?> {
    guard Value.self == Data.self || Value.self == [UInt8].self else { return decoder(for: Value?.self) }
    let decode = decoder(for: Value.self)
    return { data, subject throws(NATSError) in try decode(data, subject) }
  }

  static func decode<Value: Decodable & Sendable>(_ data: Data, subject: String) throws(NATSError) -> Value {
    try decoder(for: Value.self)(data, subject)
  }
}
