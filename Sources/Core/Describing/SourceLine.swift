/// A line of a source file, as people name it.
///
/// The name is a constant of the program: one is kept for each subscription in debug builds, and none needs memory.
package struct SourceLine: Sendable {
  package let fileID: StaticString
  package let line: UInt

  package init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }
}

extension SourceLine: Hashable {
  package static func == (left: SourceLine, right: SourceLine) -> Bool {
    left.line == right.line && left.fileID.description == right.fileID.description
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID.description)
  }
}

extension SourceLine: CustomStringConvertible {
  /// The name of the file and the line, such as `Feed.swift:12`.
  package var description: String {
    "\(fileID.description.split(separator: "/").last ?? "unknown"):\(line)"
  }
}
