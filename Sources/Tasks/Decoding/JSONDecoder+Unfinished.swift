import Foundation

extension JSONDecoder {
  /// Decodes as `decode(_:from:)` does, also what ends the process in Foundation on Linux.
  ///
  /// With Swift 6.3.1 a text whose last byte is the 513th open bracket does: to tell where too much is nested, the decoder
  /// looks behind the end of the text. A server could end its client's process with it.
  func decodeText<Value: Decodable>(_ type: Value.Type, from text: Data) throws -> Value {
    // No text that ends so is whole, whatever is before that. Zeros are behind the bracket in UTF-16 and UTF-32.
    if let last = text.last(where: { $0 != 0 }), last == UInt8(ascii: "[") || last == UInt8(ascii: "{") {
      return try decode(type, from: Data([last, UInt8(ascii: " ")]))
    }
    return try decode(type, from: text)
  }
}
