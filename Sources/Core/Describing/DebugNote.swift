#if DEBUG
  /// What debug builds say about a line of a program, once for each, on the standard error stream.
  package enum DebugNote {
    private static let written = Locked<Set<String>>([])
    /// Takes the notes.
    package static let report = Locked<@Sendable (String) -> Void>(StandardError.note)

    package static func write(_ text: String, at place: SourceLine) {
      let note = "Tidings: \(place.fileID):\(place.line): \(text)"
      guard written.withLock({ $0.insert(note).inserted }) else { return }
      let report = report.withLock { $0 }
      report(note)
    }
  }
#endif
