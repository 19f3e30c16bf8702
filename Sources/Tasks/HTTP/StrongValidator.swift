import Foundation

/// Proves that two responses have the same bytes (RFC 9110, 8.8.1): a strong entity tag, or an old `Last-Modified`.
package struct StrongValidator: RawRepresentable, Codable, Hashable, Sendable {
  /// The value of an `If-Range` header, with which a server sends a range only of the same bytes (RFC 9110, 13.1.5).
  package let rawValue: String

  /// Reads the headers `ETag`, `Last-Modified` and `Date` of a response; nil without a strong validator.
  ///
  /// A response with a weak or an invalid tag has none. A date may be sent in `If-Range` only if there is no tag (RFC 9110,
  /// 13.1.5). It is strong if the response was sent so much later that a second change with the same date is improbable
  /// (8.8.2.2). The clocks are not known, so this requires the ``minimumAge`` of RFC 7232.
  package init?(entityTag: String?, lastModified: String?, date: String?) {
    if let entityTag {
      guard let tag = Self.strongTag(entityTag) else { return nil }
      rawValue = tag
    } else {
      guard let modified = lastModified.flatMap({ HTTPDate($0) }), let sent = date.flatMap({ HTTPDate($0) }),
        sent.date.timeIntervalSince(modified.date) >= Self.minimumAge
      else { return nil }
      rawValue = modified.fieldValue
    }
  }

  /// Reads a strong entity tag or a date, without regard to its age.
  package init?(rawValue field: String) {
    guard let value = HTTPDate(field)?.fieldValue ?? Self.strongTag(field) else { return nil }
    rawValue = value
  }

  /// The minimum number of seconds between a modification and a response whose date is a strong validator.
  private static let minimumAge: Double = 60

  /// Returns a strong entity tag, or nil (RFC 9110, 8.8.3). A tag without quotes, which some servers send, may be weak.
  private static func strongTag(_ field: String) -> String? {
    let tag = field.trimmingFieldSpace
    let bytes = Array(tag.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
      bytes[1..<(bytes.count - 1)].allSatisfy({ $0 == 0x21 || 0x23...0x7E ~= $0 || 0x80... ~= $0 })
    else { return nil }
    return tag
  }

  var isEntityTag: Bool { rawValue.utf8.first == UInt8(ascii: "\"") }

  package func comparison(entityTag: String?, lastModified: String?) -> Comparison {
    // The response may be from a server whose clock is a little late, so its Date does not count here.
    guard let field = isEntityTag ? entityTag : lastModified else { return .unknown }
    // As strings, differently composed accents would be equal.
    return Self(rawValue: field)?.rawValue.utf8.elementsEqual(rawValue.utf8) == true ? .same : .other
  }

  package enum Comparison: Sendable, Hashable {
    case same
    case other
    /// The response has no header to compare with.
    case unknown
  }
}
