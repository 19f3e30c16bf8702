package import Foundation

/// A file name that is valid in any folder of any platform, made from a name that a server proposes.
///
/// It never leads out of the folder (RFC 6266, 4.3), is not a hidden file or a device, does not disguise its extension, and
/// is not too long. The rules of Windows apply everywhere, so that files can be moved there.
package struct SafeFileName: Sendable, Hashable {
  package let text: String

  /// The maximum length of a name on common file systems, in bytes of UTF-8.
  package static let maximumByteCount = 255

  /// Makes a name safe; nil if nothing remains of it, as of `..`.
  ///
  /// - Parameter maximumByteCount: The maximum length, at least 64.
  package init?(_ proposed: String, maximumByteCount: Int = maximumByteCount) {
    let limit = min(max(maximumByteCount, 64), Self.maximumByteCount)
    let component = proposed.unicodeScalars.split { Self.separators.contains($0) }.last ?? []
    var name = String.UnicodeScalarView()
    for scalar in component where !scalar.isInvisible {
      name.append(Self.forbidden.contains(scalar) ? "_" : scalar)
    }
    let trimmed = String(name).droppingEnds
    guard let fitting = trimmed.shortened(to: limit) else { return nil }
    guard fitting.isDevice else {
      text = fitting
      return
    }
    guard let prefixed = ("_" + fitting).shortened(to: limit) else { return nil }
    text = prefixed
  }

  /// Chooses the name for a response: the proposed name, or the last component of its URL, or “download”.
  package init(contentDisposition: String?, url: URL?, maximumByteCount: Int = maximumByteCount) {
    let proposed = contentDisposition.flatMap { ContentDisposition($0) }?.fileName
    let last = url?.path(percentEncoded: true).split(separator: "/").last.map(String.init)
    for name in [proposed, last.map { $0.removingPercentEncoding ?? $0 }] {
      guard let name, let safe = Self(name, maximumByteCount: maximumByteCount) else { continue }
      self = safe
      return
    }
    self.init(text: "download")
  }

  private init(text: String) {
    self.text = text
  }

  private static let separators: Set<Unicode.Scalar> = ["/", "\\"]

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
  /// The name without dots at its start, which hide files, a tilde there, which shells expand, and dots and spaces at its
  /// end, which Windows removes.
  fileprivate var droppingEnds: String {
    let start = unicodeScalars.drop { $0 == "." || $0 == "~" || $0.properties.isWhitespace }
    guard let last = start.lastIndex(where: { $0 != "." && !$0.properties.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// The name, shortened before its extension if it is too long. Characters are not split.
  fileprivate func shortened(to limit: Int) -> String? {
    guard utf8.count > limit else { return isEmpty ? nil : self }
    var (stem, suffix) = (self[...], Substring())
    // A longer extension is probably a part of a sentence.
    if let dot = lastIndex(of: "."), self[dot...].utf8.count <= 32 {
      (stem, suffix) = (self[..<dot], self[dot...])
    }
    while stem.utf8.count + suffix.utf8.count > limit { stem.removeLast() }
    let name = (stem + suffix).description.droppingEnds
    return name.isEmpty ? nil : name
  }

  /// Whether it is the name of a device on Windows, with any extension.
  fileprivate var isDevice: Bool {
    let stem = prefix { $0 != "." }.uppercased().droppingEnds
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
    guard stem.count == 4, let digit = stem.last else { return false }
    return ["COM", "LPT"].contains(stem.dropLast()) && "0123456789¹²³".contains(digit)
  }
}
