#if DEBUG
  import TidingsCore

  /// Collects the notes of debug builds about the source locations that tests select. Other notes are written as usual.
  private enum NoteTaker {
    private static let histories = Locked<[String: History<String>]>([:])
    /// Evaluated once for the process, because tests run at the same time.
    private static let begin: Void = DebugNote.report.withLock { report in
      report = { [next = report] text in
        let history = histories.withLock { $0.first { text.contains($0.key) }?.value }
        if let history { history.record(text) } else { next(text) }
      }
    }

    static func start(about place: String) -> History<String> {
      begin
      let history = History<String>()
      histories.withLock { $0[place] = history }
      return history
    }

    static func stop(about place: String) {
      _ = histories.withLock { $0.removeValue(forKey: place) }
    }
  }

  /// The notes of debug builds about a source location while the closure runs.
  package func debugNotes(about place: StaticString, line: UInt, _ body: () -> Void) -> [String] {
    let place = "\(place):\(line):"
    let history = NoteTaker.start(about: place)
    defer { NoteTaker.stop(about: place) }
    body()
    return history.events
  }

  /// The notes of debug builds about a source location while an asynchronous closure runs.
  package func debugNotes(
    about place: StaticString, line: UInt, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
  ) async -> [String] {
    let place = "\(place):\(line):"
    let history = NoteTaker.start(about: place)
    defer { NoteTaker.stop(about: place) }
    await body()
    return history.events
  }
#endif
