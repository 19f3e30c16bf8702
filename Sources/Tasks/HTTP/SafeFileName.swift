package import Foundation

/// A name that a file can have in any folder of any platform, made of one that comes from a server.
///
/// It never leads out of the folder (RFC 6266, 4.3), is no hidden file and no device, shows no other extension than it
/// has, and fits. The rules of Windows hold everywhere, so that files can be moved there.
package struct SafeFileName: Sendable, Hashable {
  package let text: String

  /// How many bytes of UTF-8 file systems have room for.
  package static let maximumByteCount = 255

  /// Makes a name safe; `nil` where nothing remains of it, as of `..`.
  ///
  /// - Parameter maximumByteCount: How long it may be, from 64 on, for who needs room for an addition.
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

  /// Chooses the name for an answer: the one that it proposes, else the last part of its address, else “download”.
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

  /// What Windows has no names with, and a colon separates on some Macs.
  private static let forbidden: Set<Unicode.Scalar> = ["<", ">", ":", "\"", "|", "?", "*"]
}

extension Unicode.Scalar {
  /// Whether it is a control character or, like those that turn the direction of text, makes a name look like another.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl || self == "\u{FEFF}" || properties.isNoncharacterCodePoint
    }
  }
}

extension String {
  /// Without dots before it, which hide files, a tilde, which shells take for a home, and dots and spaces after it,
  /// which Windows drops.
  fileprivate var droppingEnds: String {
    let start = unicodeScalars.drop { $0 == "." || $0 == "~" || $0.properties.isWhitespace }
    guard let last = start.lastIndex(where: { $0 != "." && !$0.properties.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// Cut before its extension, where it is too long; whole characters only.
  fileprivate func shortened(to limit: Int) -> String? {
    guard utf8.count > limit else { return isEmpty ? nil : self }
    var (stem, suffix) = (self[...], Substring())
    // A longer one is none, but a part of a sentence.
    if let dot = lastIndex(of: "."), self[dot...].utf8.count <= 32 {
      (stem, suffix) = (self[..<dot], self[dot...])
    }
    while stem.utf8.count + suffix.utf8.count > limit { stem.removeLast() }
    let name = (stem + suffix).description.droppingEnds
    return name.isEmpty ? nil : name
  }

  /// Whether Windows takes it for a device, with every extension.
  fileprivate var isDevice: Bool {
    let stem = prefix { $0 != "." }.uppercased().droppingEnds
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
    guard stem.count == 4, let digit = stem.last else { return false }
    return ["COM", "LPT"].contains(stem.dropLast()) && "0123456789¹²³".contains(digit)
  }
}
