package import Foundation

/// A file name that is valid in any folder of any platform, made from a name that a server proposes.
///
/// It never leads out of the folder (RFC 6266, 4.3), is not a hidden file or a device, does not disguise its extension, and
/// is not too long. The rules of Windows apply everywhere, so that files can be moved there.
package struct SafeFileName: Sendable, Hashable {
  package let text: String

  /// Makes a name safe. Nil if nothing remains, as for `..`.
  package init?(_ proposed: String) {
    let component = proposed.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
    var name = String.UnicodeScalarView()
    for scalar in component where !scalar.isInvisible {
      name.append(Self.forbidden.contains(scalar) ? "_" : scalar)
    }
    let text = String(name).droppingEnds.shortened
    self.text = text.isDevice ? ("_" + text).shortened : text
    guard !text.isEmpty else { return nil }
  }

  /// Chooses the name for a response: the proposed name, or the last component of its URL, or “download”.
  package init(contentDisposition: String?, url: URL?) {
    let proposed = contentDisposition.flatMap { ContentDisposition($0) }?.fileName
    let last = url?.path(percentEncoded: true).split(separator: "/").last.map(String.init)
    self =
      proposed.flatMap { Self($0) } ?? last.flatMap { Self($0.removingPercentEncoding ?? $0) } ?? Self(text: "download")
  }

  private init(text: String) {
    self.text = text
  }

  /// Characters that are not valid on Windows.
  private static let forbidden: Set<Unicode.Scalar> = ["<", ">", ":", "\"", "|", "?", "*"]
}

extension Unicode.Scalar {
  /// Whether it is a control character, or one that makes a name look like another, as bidirectional controls do.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl || self == "\u{FEFF}" || properties.isNoncharacterCodePoint
    }
  }
}

extension String {
  /// The name without dots and a tilde at its start, and without dots and spaces at its end.
  ///
  /// Leading dots hide files, shells expand a tilde, and Windows removes trailing dots.
  fileprivate var droppingEnds: String {
    let start = unicodeScalars.drop { $0 == "." || $0 == "~" || $0.properties.isWhitespace }
    guard let last = start.lastIndex(where: { $0 != "." && !$0.properties.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// The name, shortened before its extension if it has more bytes than file systems allow. Characters are not split.
  fileprivate var shortened: String {
    let limit = 255
    guard utf8.count > limit else { return self }
    var (stem, suffix) = (self[...], Substring())
    // A longer extension is probably a part of a sentence.
    if let dot = lastIndex(of: "."), self[dot...].utf8.count <= 32 {
      (stem, suffix) = (self[..<dot], self[dot...])
    }
    while stem.utf8.count + suffix.utf8.count > limit { stem.removeLast() }
    return String(stem + suffix).droppingEnds
  }

  /// Whether it is the name of a device on Windows, with any extension.
  fileprivate var isDevice: Bool {
    let stem = prefix { $0 != "." }.uppercased().droppingEnds
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
    guard stem.count == 4, let digit = stem.last else { return false }
    return ["COM", "LPT"].contains(stem.dropLast()) && "0123456789¹²³".contains(digit)
  }
}

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
