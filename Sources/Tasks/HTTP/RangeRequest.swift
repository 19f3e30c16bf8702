/// Which bytes a request asks for, and what the bytes that are kept already allow.
package struct RangeRequest: Sendable, Hashable {
  /// The first byte asked for. Those before it are kept already, or other requests see to them.
  package let offset: Int64

  /// The end of the window asked for, exclusive; `nil` up to the end of the representation.
  package let end: Int64?

  /// The validator of the bytes that are kept; `nil` where none are kept, or nothing proves which they are.
  ///
  /// Where there is one the answer has to be of the same bytes, whatever the offset: with several windows at once the
  /// first may be the one that is missing.
  package let validator: StrongValidator?

  /// The size of the whole representation that the bytes kept are from, where an earlier answer told it.
  package let size: Int64?

  /// Asks for the bytes from `offset` to `end`, by default for all.
  package init(
    offset: Int64 = 0, end: Int64? = nil, validator: StrongValidator? = nil, size: Int64? = nil
  ) {
    guard offset >= 0 else {
      fatalError("Ask for bytes from 0 on: there are none at \(offset)")
    }
    guard end.map({ offset < $0 }) ?? true else {
      fatalError("Ask for at least one byte: there is none from \(offset) up to \(end ?? offset)")
    }
    self.offset = offset
    self.end = end
    self.validator = validator
    self.size = size
  }

  /// Whether the request has a `Range` field at all.
  package var isPartial: Bool { offset > 0 || end != nil }

  /// The fields that ask for this.
  ///
  /// `If-Range` makes the server send the whole where the bytes have changed (RFC 9110, 13.1.5). It stands with a
  /// strong validator and with `Range` only. Without a validator nothing that comes is joined to what is kept.
  package var fields: [(name: String, value: String)] {
    guard isPartial else { return [] }
    let last = end.map { String($0 - 1) } ?? ""
    let range = (name: "Range", value: "bytes=\(offset)-\(last)")
    return validator.map { [range, (name: "If-Range", value: $0.ifRangeField)] } ?? [range]
  }

  /// Whether there are bytes that those of the answer would have to fit.
  var keepsBytes: Bool { offset > 0 || validator != nil }
}

/// The value of a `Content-Range` field (RFC 9110, 14.4).
package enum ContentRange: Sendable, Hashable {
  /// The body is these bytes of a representation of this size, if the server knows it: `bytes 0-99/1000`, `bytes 0-99/*`.
  case part(Range<Int64>, size: Int64?)

  /// The representation is of this size, and has none of the bytes that were asked for: `bytes */1000`.
  case unsatisfied(size: Int64)

  /// Reads a range of bytes; `nil` for another unit, a range that ends before it begins or beyond the size, and
  /// numbers that no file has. Such a value must not lead to anything (RFC 9110, 14.4).
  package init?(_ field: String) {
    var reader = FieldReader(field)
    // Names of units are the same in capitals (RFC 9110, 14.1).
    guard reader.takeIgnoringCase("bytes ") else { return nil }
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

  package var fieldValue: String {
    switch self {
    case .part(let range, let size):
      "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size.map(String.init) ?? "*")"
    case .unsatisfied(let size):
      "bytes */\(size)"
    }
  }
}
