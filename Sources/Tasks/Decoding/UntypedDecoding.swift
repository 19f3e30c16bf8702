import Foundation

extension ResponseDecoding<[String: any Sendable]> {
  /// A JSON object whose members are not known beforehand.
  ///
  /// Its values are `String`, `Bool`, `Int` for whole numbers that are not too large for it, `Double` for others, arrays
  /// `[any Sendable]`, dictionaries `[String: any Sendable]`, and `NSNull`. A number that is too large for `Double`, and
  /// whatever is no JSON (RFC 8259), fails the task with a `DecodingError` that says at which byte.
  public static var dictionary: Self {
    Self { body, _ in
      guard let members = try JSONReader.value(of: body) as? [String: any Sendable] else {
        throw DecodingError.unexpectedBody("an object")
      }
      return members
    }
  }
}

extension ResponseDecoding<[any Sendable]> {
  /// A JSON array whose elements are not known beforehand; see ``ResponseDecoding/dictionary`` for what they are.
  public static var array: Self {
    Self { body, _ in
      guard let elements = try JSONReader.value(of: body) as? [any Sendable] else {
        throw DecodingError.unexpectedBody("an array")
      }
      return elements
    }
  }
}

extension DecodingError {
  fileprivate static func unexpectedBody(_ wanted: String) -> Self {
    .dataCorrupted(Context(codingPath: [], debugDescription: "The body is not \(wanted)"))
  }
}
