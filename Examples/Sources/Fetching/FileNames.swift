import Foundation

/// Gives each address the name of a file in one folder, no name twice.
package struct FileNames {
  private var taken: Set<String> = []

  package init() {}

  /// The last part of the address, or its host; with a number where that is taken.
  ///
  /// A URL is untrusted text. The name is always that of a file in the folder.
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
  /// Neither a separator, nor something that a terminal takes for a command.
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
