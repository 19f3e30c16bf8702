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
}
