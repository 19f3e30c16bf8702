#if DEBUG
  import Foundation

  /// A note about a source location, which debug builds write once to the standard error stream.
  package enum DebugNote {
    private static let written = Locked<Set<String>>([])
    package static let report = Locked<@Sendable (String) -> Void> { note in
      FileHandle.standardError.write(Data("\(note)\n".utf8))
    }

    package static func write(_ text: String, at place: SourceLine) {
      let note = "Tidings: \(place.fileID):\(place.line): \(text)"
      guard written.withLock({ $0.insert(note).inserted }) else { return }
      report.withLock { $0 }(note)
    }
  }
#endif

/// A line of a source file. The name is a constant, so that the copy for each subscription needs no memory for it.
package struct SourceLine: Sendable, CustomStringConvertible {
  package let fileID: StaticString
  package let line: UInt

  package init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The name of the file and the line, such as `Feed.swift:12`.
  package var description: String { "\(fileID.description.split(separator: "/").last ?? "unknown"):\(line)" }
}
