import Foundation

/// Proves that two responses are parts of the same bytes (RFC 9110, 8.8.1).
///
/// It is a strong entity tag, or a `Last-Modified` date that is old enough. It is stored as the text of its `If-Range`
/// header.
package struct StrongValidator: Sendable, Hashable {
  private enum Kind: Hashable {
    case entityTag(EntityTag)
    case lastModified(HTTPDate)
  }

  private let kind: Kind

  private init(kind: Kind) {
    self.kind = kind
  }

  /// Reads the headers `ETag`, `Last-Modified` and `Date` of a response; nil without a strong validator.
  ///
  /// - A response with a weak or an invalid tag has none. A date may be sent in `If-Range` only if there is no tag (RFC 9110,
  ///   13.1.5).
  /// - A date is strong if the response was sent so much later that a second change with the same date is improbable
  ///   (RFC 9110, 8.8.2.2). The clocks are not known, so this requires the ``minimumAge`` of RFC 7232.
  package init?(entityTag: String?, lastModified: String?, date: String?) {
    if let entityTag {
      guard let tag = EntityTag(entityTag), !tag.isWeak else { return nil }
      kind = .entityTag(tag)
    } else {
      guard let modified = lastModified.flatMap({ HTTPDate($0) }), let sent = date.flatMap({ HTTPDate($0) }),
        sent.date.timeIntervalSince(modified.date) >= Self.minimumAge
      else { return nil }
      kind = .lastModified(modified)
    }
  }

  /// Reads the text of ``ifRangeField``.
  package init?(ifRangeField field: String) {
    if let date = HTTPDate(field) {
      self.init(kind: .lastModified(date))
    } else {
      self.init(entityTag: field, lastModified: nil, date: nil)
    }
  }

  /// The minimum number of seconds between a modification and a response whose date is a strong validator.
  private static let minimumAge: Double = 60

  /// The value of an `If-Range` header, with which a server sends a range only of the same bytes (RFC 9110, 13.1.5).
  package var ifRangeField: String {
    switch kind {
    case .entityTag(let tag): tag.fieldValue
    case .lastModified(let date): date.fieldValue
    }
  }

  var isEntityTag: Bool {
    if case .entityTag = kind { true } else { false }
  }

  /// Compares this with the headers `ETag` and `Last-Modified` of a later response.
  package func comparison(entityTag: String?, lastModified: String?) -> Comparison {
    switch kind {
    case .entityTag(let tag):
      guard let entityTag else { return .unknown }
      // This one is strong, so equal ones are both strong, as 8.8.3.2 requires.
      return EntityTag(entityTag) == tag ? .same : .other
    case .lastModified(let date):
      // The response may be from a server whose clock is a little late, so its Date does not count here.
      guard let lastModified else { return .unknown }
      return HTTPDate(lastModified) == date ? .same : .other
    }
  }

  package enum Comparison: Sendable, Hashable {
    case same
    case other
    /// The response has no header to compare with.
    case unknown
  }
}

extension StrongValidator: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let field = try container.decode(String.self)
    guard let validator = Self(ifRangeField: field) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a strong validator: \(field)")
    }
    self = validator
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ifRangeField)
  }
}

/// The value of an `ETag` header, which identifies a version of a representation (RFC 9110, 8.8.3).
package struct EntityTag: Sendable, Hashable {
  /// Whether it stays the same after changes that the server regards as unimportant.
  package let isWeak: Bool

  /// The bytes between the quotes. As strings, differently composed accents would be equal.
  private let opaque: [UInt8]

  /// Reads a tag, or nil for anything else. A tag without quotes, which some servers send, could be weak.
  package init?(_ field: String) {
    var reader = FieldReader(field)
    isWeak = reader.take("W/")
    guard reader.take("\"") else { return nil }
    opaque = Array(reader.takeBytes { $0 == 0x21 || 0x23...0x7E ~= $0 || 0x80... ~= $0 })
    guard reader.take("\""), reader.isAtEnd else { return nil }
  }

  /// The text of the header.
  package var fieldValue: String {
    (isWeak ? "W/" : "") + "\"" + String(decoding: opaque, as: UTF8.self) + "\""
  }
}
