/// The file name in a `Content-Disposition` header (RFC 6266).
package struct ContentDisposition: Sendable, Hashable {
  /// The name that the server proposes. It is **not safe** to use as a file name; see ``SafeFileName``.
  package let fileName: String?

  /// Reads the header; nil if it does not begin with a disposition type.
  ///
  /// A parameter that cannot be read is skipped. If a parameter occurs several times, the first one counts. `filename*`
  /// counts before `filename` (RFC 6266, 4.3), unless it is not in UTF-8 or cannot be read.
  package init?(_ field: String) {
    var reader = FieldReader(field)
    guard reader.takeToken() != nil else { return nil }
    var values: [String: String] = [:]
    while true {
      reader.skipParameter()
      guard reader.take(";") else { break }
      reader.skipSpace()
      guard let name = reader.takeToken()?.lowercased() else { continue }
      reader.skipSpace()
      guard reader.take("=") else { continue }
      reader.skipSpace()
      if values[name] == nil { values[name] = reader.takeQuotedString() ?? reader.takeUnquotedText() }
    }
    fileName = values["filename*"].flatMap(Self.decodeExtended) ?? values["filename"]
  }

  /// Decodes as in `UTF-8'en'%e2%82%ac%20rates` (RFC 8187, 3.2).
  private static func decodeExtended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    var reader = FieldReader(String(parts[2]))
    var bytes: [UInt8] = []
    while let byte = reader.takeByte() {
      if byte == UInt8(ascii: "%") {
        guard let high = reader.takeByte()?.hexadecimalDigit, let low = reader.takeByte()?.hexadecimalDigit else {
          return nil
        }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension FieldReader {
  fileprivate mutating func skipParameter() { _ = takeBytes { $0 != UInt8(ascii: ";") } }

  /// Takes text up to the next semicolon. It should be a token, but servers often do not quote other names.
  fileprivate mutating func takeUnquotedText() -> String? {
    let text = takeBytes { $0.isTextByte && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\"") }
    guard isAtEnd || startsParameter else { return nil }
    let trimmed = (String(validating: text, as: UTF8.self) ?? "").trimmingFieldSpace
    return trimmed.isEmpty ? nil : trimmed
  }

  private var startsParameter: Bool {
    var rest = self
    return rest.take(";")
  }

  /// Takes text in quotes, and what backslashes stand before as it is (RFC 9110, 5.6.4).
  fileprivate mutating func takeQuotedString() -> String? {
    guard take("\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = takeByte(where: \.isTextByte) {
      switch byte {
      case UInt8(ascii: "\""):
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let quoted = takeByte(where: \.isTextByte) else { return nil }
        bytes.append(quoted)
      default:
        bytes.append(byte)
      }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isTextByte: Bool { isFieldSpace || self > 0x20 && self != 0x7F }
}
