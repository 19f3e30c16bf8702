public import Foundation

extension ResponseDecoding where Output: Decodable {
  /// A value decoded from JSON.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - makeDecoder: Makes a decoder for each response, because decoders are not safe to share between threads.
  public static func json(
    _ type: Output.Type = Output.self, decoder makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> Self {
    Self { body, _ in try makeDecoder().decodeText(type, from: body) }
  }

  /// A value decoded from JSON by a given decoder.
  ///
  ///     let decoder = JSONDecoder()
  ///     decoder.dateDecodingStrategy = .iso8601
  ///     let articles = session.publishedTask(for: address, decoding: .json([Article].self, decoder: decoder))
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: Decodes each response. Do not change its settings afterwards.
  public static func json(_ type: Output.Type = Output.self, decoder: JSONDecoder) -> Self {
    json(type, decoder: { decoder })
  }
}

extension JSONDecoder {
  /// Decodes as `decode(_:from:)` does, without a crash of Foundation on Linux.
  ///
  /// In Swift 6.3.1, the decoder reads past the end of a text whose last byte is the 513th open bracket, and traps. A server
  /// could crash its client with such a text.
  func decodeText<Value: Decodable>(_ type: Value.Type, from text: Data) throws -> Value {
    // No text that ends with a bracket is complete. In UTF-16 and UTF-32, zeros can follow the bracket.
    if let last = text.last(where: { $0 != 0 }), last == UInt8(ascii: "[") || last == UInt8(ascii: "{") {
      return try decode(type, from: Data([last, UInt8(ascii: " ")]))
    }
    return try decode(type, from: text)
  }
}
