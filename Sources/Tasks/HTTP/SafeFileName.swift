package import Foundation

/// A file name that is valid in any folder, made from a name that a server proposes.
///
/// It never leads out of the folder (RFC 6266, 4.3), is neither hidden nor too long, and all its characters are valid on Windows.
package struct SafeFileName: Sendable, Hashable {
  package let text: String

  /// Makes a name safe. Nil if nothing remains, as for `..`.
  package init?(_ proposed: String) {
    let component = proposed.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
    var name = String.UnicodeScalarView()
    for scalar in component where !scalar.isInvisible { name.append(Self.forbidden.contains(scalar) ? "_" : scalar) }
    text = String(name).droppingEnds.shortened
    guard !text.isEmpty else { return nil }
  }

  /// Chooses the name for a response: the proposed name, or the last component of its URL, or “download”.
  package init(contentDisposition: String?, url: URL?) {
    let proposed = contentDisposition.flatMap { Self.proposed(in: $0) }
    let last = url?.path(percentEncoded: true).split(separator: "/").last.map(String.init)
    let safe = proposed.flatMap { Self($0) } ?? last.flatMap { Self($0.removingPercentEncoding ?? $0) }
    text = safe?.text ?? "download"
  }

  private static let forbidden: Set<Unicode.Scalar> = ["<", ">", ":", "\"", "|", "?", "*"]

  /// Returns the file name that a `Content-Disposition` header proposes (RFC 6266). It may lead out of the folder.
  ///
  /// `filename*` counts before `filename` (4.3), unless it is not in UTF-8 or cannot be decoded. A name without the quotes that
  /// the grammar requires is accepted, because many servers send one. Foundation on Linux reads neither that nor `filename*`.
  package static func proposed(in field: String) -> String? {
    // As in `filename*=UTF-8'en'%e2%82%ac%20rates` (RFC 8187, 3.2).
    let extended = field.fieldParameter("filename*")?.wholeMatch(of: /utf-8'[^']*'(\S+)/.ignoresCase())
    return extended?.1.removingPercentEncoding ?? field.fieldParameter("filename")
  }
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
  /// Without leading dots, which hide files, a tilde, which shells expand, and trailing dots, which Windows removes.
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
    if let dot = lastIndex(of: "."), self[dot...].utf8.count <= 32 { (stem, suffix) = (self[..<dot], self[dot...]) }
    while stem.utf8.count + suffix.utf8.count > limit { stem.removeLast() }
    return String(stem + suffix).droppingEnds
  }
}
