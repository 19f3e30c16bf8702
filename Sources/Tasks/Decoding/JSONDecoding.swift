public import Foundation

extension ResponseDecoding where Output: Decodable {
  /// A value from JSON.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - makeDecoder: Makes a decoder, for each answer, since decoders are not safe to share between threads.
  public static func json(
    _ type: Output.Type = Output.self, decoder makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> Self {
    Self { body, _ in try makeDecoder().decodeText(type, from: body) }
  }

  /// A value from JSON, decoded as a decoder is set up.
  ///
  ///     let decoder = JSONDecoder()
  ///     decoder.dateDecodingStrategy = .iso8601
  ///     let articles = session.publishedTask(for: address, decoding: .json([Article].self, decoder: decoder))
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - decoder: Decodes each answer; do not change its settings afterwards.
  public static func json(_ type: Output.Type = Output.self, decoder: JSONDecoder) -> Self {
    json(type, decoder: { decoder })
  }
}
