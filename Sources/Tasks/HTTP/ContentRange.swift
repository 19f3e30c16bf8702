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
