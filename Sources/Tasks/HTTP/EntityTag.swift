/// The value of an `ETag` field, which tells one version of a representation from others (RFC 9110, 8.8.3).
package struct EntityTag: Sendable, Hashable {
  /// Whether it stays the same when the bytes change in a way that is thought unimportant.
  package let isWeak: Bool

  /// What is between the quotes, as bytes: Swift takes differently composed accents for the same string.
  private let opaque: [UInt8]

  /// Reads a tag; `nil` for anything that is not exactly one.
  ///
  /// Tags without quotes, which some servers send, are none: nobody can say whether they are weak.
  package init?(_ field: String) {
    var reader = FieldReader(field)
    isWeak = reader.take("W/")
    guard reader.take("\"") else { return nil }
    opaque = Array(reader.takeBytes { $0 == 0x21 || 0x23...0x7E ~= $0 || 0x80... ~= $0 })
    guard reader.take("\""), reader.isAtEnd else { return nil }
  }

  /// The tag as it is sent, with quotes and the mark of a weak one.
  package var fieldValue: String {
    (isWeak ? "W/" : "") + "\"" + String(decoding: opaque, as: UTF8.self) + "\""
  }
}
