internal import Foundation

/// A message that was received on a subject.
public struct NATSMessage<Value: Sendable>: Sendable {
  /// The subject to which it was published. It differs from the subject subscribed to if that has wildcards.
  public let subject: String
  /// Its headers. One key can have several values.
  public let headers: [String: [String]]
  /// The position in the stream that has stored the message, if one has. It increases with each message.
  public let sequence: UInt64?
  /// The decoded payload.
  public let value: Value
}

extension NATSMessage: Equatable where Value: Equatable {}
extension NATSMessage: Hashable where Value: Hashable {}

extension NATSMessage where Value: Decodable {
  init(_ message: ReceivedMessage) throws(NATSError) {
    subject = message.subject
    headers = message.headers
    sequence = message.sequence
    value = try Payload.decode(message.payload, subject: subject)
  }
}

/// The form of values in messages: `Data` is sent unchanged, and any other type as JSON.
enum Payload {
  static func encode(_ value: some Encodable) throws(NATSError) -> Data {
    if let data = value as? Data { return data }
    do {
      return try JSONEncoder().encode(value)
    } catch {
      throw .encodingFailed("\(error)")
    }
  }

  static func decode<Value: Decodable>(_ data: Data, subject: String) throws(NATSError) -> Value {
    if Value.self == Data.self, let value = data as? Value { return value }
    // The decoder of Swift 6.3.1 traps on a text that ends with its 513th open bracket.
    if let last = data.last, last == UInt8(ascii: "[") || last == UInt8(ascii: "{") {
      throw .decodingFailed(subject: subject, "The JSON text is incomplete")
    }
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw .decodingFailed(subject: subject, "\(error)")
    }
  }
}
