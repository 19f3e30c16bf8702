#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if DEBUG
  /// A note about a source location, which debug builds write once to the standard error stream.
  package enum DebugNote {
    private static let written = Locked<Set<String>>([])
    package static let report = Locked<@Sendable (String) -> Void>(StandardError.note)

    package static func write(_ text: String, at place: SourceLine) {
      let note = "Tidings: \(place.fileID):\(place.line): \(text)"
      guard written.withLock({ $0.insert(note).inserted }) else { return }
      let report = report.withLock { $0 }
      report(note)
    }
  }
#endif

/// A line of a source file.
///
/// The name is a constant, so the copy that debug builds keep for each subscription needs no memory for it.
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

/// The standard error stream, for notes in debug builds.
enum StandardError {}

#if canImport(WinSDK)
  extension StandardError {
    @Sendable static func note(_ text: String) {
      print(text)
    }
  }
#else
  extension StandardError {
    @Sendable static func note(_ text: String) {
      var line = text + "\n"
      line.withUTF8 { bytes in
        _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      }
    }
  }
#endif
