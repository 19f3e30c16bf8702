import Foundation

/// Assigns a different file name in one folder to each URL.
package struct FileNames {
  private var taken: Set<String> = []

  package init() {}

  /// Returns the last path component of the URL, or its host. A number is added if the name is already assigned.
  ///
  /// A URL is untrusted text. The name never leads out of the folder.
  package mutating func name(for address: String) -> String {
    let url = URL(string: address)
    let candidates = [url?.lastPathComponent, url?.host(), address]
      .compactMap { $0?.map { $0.isSafeInName ? String($0) : "_" }.joined() }
    let name = candidates.first { !["", ".", "..", "_"].contains($0) } ?? "download"
    let (stem, suffix) = name.splitAtExtension()
    let numbered = [name] + (2...(taken.count + 2)).lazy.map { "\(stem)-\($0)\(suffix)" }
    let free = numbered.first { !taken.contains($0) } ?? name
    taken.insert(free)
    return free
  }
}

extension Character {
  /// Whether this is neither a path separator nor a control character, which a terminal could execute.
  fileprivate var isSafeInName: Bool {
    self != "/" && unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension String {
  fileprivate func splitAtExtension() -> (stem: Substring, suffix: Substring) {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return (self[...], "") }
    return (self[..<dot], self[dot...])
  }
}
