/// The value of a `Content-Disposition` field (RFC 6266), of which the name for the file is wanted.
package struct ContentDisposition: Sendable, Hashable {
  /// The name that the server proposes, as it stands there: **not safe** to be used as a name of a file. That is what
  /// ``SafeFileName`` is for.
  package let fileName: String?

  /// Reads the field; `nil` where it breaks the grammar.
  ///
  /// Of a parameter that comes several times the first counts. `filename*` counts before `filename` (RFC 6266, 4.3),
  /// unless it is not in UTF-8 or not readable.
  package init?(_ field: String) {
    var reader = FieldReader(field)
    guard reader.takeToken() != nil else { return nil }
    var values: [String: String] = [:]
    reader.skipSpace()
    while !reader.isAtEnd {
      guard reader.take(";") else { return nil }
      reader.skipSpace()
      // Many servers end with a semicolon.
      guard let name = reader.takeToken() else { continue }
      reader.skipSpace()
      guard reader.take("=") else { return nil }
      reader.skipSpace()
      guard let value = reader.takeToken() ?? reader.takeQuotedString() else { return nil }
      reader.skipSpace()
      values[name.lowercased()] = values[name.lowercased()] ?? value
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
        guard let high = reader.takeByte()?.hexadecimal, let low = reader.takeByte()?.hexadecimal else { return nil }
        bytes.append(high << 4 | low)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension FieldReader {
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

  fileprivate var hexadecimal: UInt8? {
    switch lowercased {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): lowercased - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
