import Foundation

/// What proves that two answers are parts of the same bytes (RFC 9110, 8.8.1): a strong entity tag, or a
/// `Last-Modified` date that is old enough.
///
/// There is no weak one, so whoever has a value of this type may join parts. It is kept next to an unfinished file as
/// the text of its `If-Range` field.
package struct StrongValidator: Sendable, Hashable {
  private enum Kind: Hashable {
    case entityTag(EntityTag)
    case lastModified(HTTPDate)
  }

  private let kind: Kind

  private init(kind: Kind) {
    self.kind = kind
  }

  /// Takes the validator out of the fields `ETag`, `Last-Modified` and `Date` of an answer, if it has a strong one.
  ///
  /// - An answer with a weak tag has none, whatever its `Last-Modified` says: a date may be sent in `If-Range` only
  ///   where there is no tag (RFC 9110, 13.1.5). The same holds for a tag that cannot be read, for it may be weak.
  /// - A date is strong if the answer was sent so much later that a second change under the same date is out of the
  ///   question (RFC 9110, 8.8.2.2). That is a second where both are known to come from the same clock, else “enough
  ///   difference … to make clock synchronization issues unlikely”; nothing is known of the clocks, so this asks for
  ///   the ``minimumAge`` that RFC 7232 asked for.
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

  /// Reads what ``ifRangeField`` wrote.
  package init?(ifRangeField field: String) {
    if let date = HTTPDate(field) {
      self.init(kind: .lastModified(date))
    } else {
      self.init(entityTag: field, lastModified: nil, date: nil)
    }
  }

  /// How many seconds lie between a modification and the answer, at least, where its date is a strong validator.
  package static let minimumAge: Double = 60

  /// The value of an `If-Range` field, with which a server sends a part only of the same bytes (RFC 9110, 13.1.5).
  package var ifRangeField: String {
    switch kind {
    case .entityTag(let tag): tag.fieldValue
    case .lastModified(let date): date.fieldValue
    }
  }

  var isEntityTag: Bool {
    if case .entityTag = kind { true } else { false }
  }

  /// What the fields `ETag` and `Last-Modified` of a later answer say of the bytes that this is the validator of.
  package func comparison(entityTag: String?, lastModified: String?) -> Comparison {
    switch kind {
    case .entityTag(let tag):
      guard let entityTag else { return .unknown }
      // This one is strong, so equal ones are both strong, as 8.8.3.2 asks for.
      return EntityTag(entityTag) == tag ? .same : .other
    case .lastModified(let date):
      // The answer may be from a server whose clock is a little late: its Date does not count here.
      guard let lastModified else { return .unknown }
      return HTTPDate(lastModified) == date ? .same : .other
    }
  }

  package enum Comparison: Sendable, Hashable {
    case same
    case other
    /// The answer has no field to compare with.
    case unknown
  }
}

extension StrongValidator: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let field = try container.decode(String.self)
    guard let validator = Self(ifRangeField: field) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Neither a strong entity tag nor a date of HTTP: \(field)")
    }
    self = validator
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ifRangeField)
  }
}

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
