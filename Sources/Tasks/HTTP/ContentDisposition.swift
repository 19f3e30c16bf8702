import Foundation

/// The file name in a `Content-Disposition` header (RFC 6266).
package struct ContentDisposition: Sendable, Hashable {
  /// The name that the server proposes. It is **not safe** to use as a file name. See ``SafeFileName``.
  package let fileName: String?

  /// Reads the header, or nil if it does not begin with a disposition type.
  ///
  /// A parameter that cannot be read is skipped. If a parameter occurs several times, the first one counts. `filename*`
  /// counts before `filename` (RFC 6266, 4.3), unless it is not in UTF-8 or cannot be read.
  package init?(_ field: String) {
    var reader = FieldReader(field)
    guard reader.takeToken() != nil else { return nil }
    var values: [String: String] = [:]
    while true {
      _ = reader.takeParameter()
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
    return String(parts[2]).removingPercentEncoding
  }
}

extension FieldReader {
  fileprivate mutating func takeParameter() -> ArraySlice<UInt8> { takeBytes { $0 != UInt8(ascii: ";") } }

  /// Takes text up to the next semicolon. It should be a token, but servers often do not quote other names.
  fileprivate mutating func takeUnquotedText() -> String? {
    let text = takeParameter()
    guard text.allSatisfy({ $0.isTextByte && $0 != UInt8(ascii: "\"") }) else { return nil }
    let trimmed = (String(validating: text, as: UTF8.self) ?? "").trimmingFieldSpace
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Takes text in quotes. A byte after a backslash stands for itself (RFC 9110, 5.6.4).
  fileprivate mutating func takeQuotedString() -> String? {
    guard take("\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = takeByte(), byte.isTextByte {
      switch byte {
      case UInt8(ascii: "\""):
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let quoted = takeByte(), quoted.isTextByte else { return nil }
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
