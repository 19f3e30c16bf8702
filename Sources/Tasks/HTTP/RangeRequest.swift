/// A request for a range of bytes, and what is known about the bytes on disk.
package struct RangeRequest: Sendable, Hashable {
  /// The first requested byte. The bytes before it are on disk.
  package let offset: Int64

  /// The end of the range, exclusive, or nil for the end of the representation.
  package let end: Int64?

  /// The validator of the bytes on disk, or nil if there are none, or nothing proves which they are.
  package let validator: StrongValidator?

  /// The size of the representation that the bytes on disk belong to, if it is known.
  package let size: Int64?

  /// Requests the bytes from `offset` to `end`; by default, the complete representation.
  package init(offset: Int64 = 0, end: Int64? = nil, validator: StrongValidator? = nil, size: Int64? = nil) {
    self.offset = offset
    self.end = end
    self.validator = validator
    self.size = size
  }

  /// Whether the request has a `Range` header.
  package var isPartial: Bool { offset > 0 || end != nil }

  /// The headers of the request.
  ///
  /// With `If-Range`, the server sends the complete representation if it has changed (RFC 9110, 13.1.5). It needs a strong
  /// validator. Without one, no response is appended to the bytes on disk.
  package var fields: [(name: String, value: String)] {
    guard isPartial else { return [] }
    let range = (name: "Range", value: "bytes=\(offset)-\(end.map { String($0 - 1) } ?? "")")
    return validator.map { [range, (name: "If-Range", value: $0.ifRangeField)] } ?? [range]
  }

  /// Whether the response has to fit bytes on disk.
  var keepsBytes: Bool { offset > 0 || validator != nil }
}

/// The value of a `Content-Range` header (RFC 9110, 14.4).
package enum ContentRange: Sendable, Hashable {
  /// The body has these bytes of a representation of this size, if it is known: `bytes 0-99/1000`, `bytes 0-99/*`.
  case part(Range<Int64>, size: Int64?)

  /// The representation has this size, and none of the requested bytes: `bytes */1000`.
  case unsatisfied(size: Int64)

  /// Reads a range of bytes, or returns nil for an invalid one, which must be ignored (RFC 9110, 14.4).
  ///
  /// It is invalid with another unit, if it ends before it begins or beyond the size, or with numbers that are too
  /// large.
  package init?(_ field: String) {
    // Units are not case-sensitive (RFC 9110, 14.1).
    var reader = FieldReader(field.lowercased())
    guard reader.take("bytes ") else { return nil }
    if reader.take("*/") {
      guard let size = reader.takeNumber(), reader.isAtEnd else { return nil }
      self = .unsatisfied(size: size)
    } else {
      guard let first = reader.takeNumber(), reader.take("-"), let last = reader.takeNumber(), reader.take("/"),
        first <= last, last < .max
      else { return nil }
      let size = reader.take("*") ? nil : reader.takeNumber() ?? -1
      guard reader.isAtEnd, size.map({ last < $0 }) ?? true else { return nil }
      self = .part(first..<(last + 1), size: size)
    }
  }
}
