#if DEBUG
  import TidingsCore

  /// Takes the notes that debug builds make, for all tests that want them: they run at the same time.
  private enum NoteTaker {
    private static let histories = Locked<[ObjectIdentifier: History<String>]>([:])
    /// Once for the process.
    private static let begin: Void = DebugNote.report.withLock { report in
      report = { [next = report] text in
        next(text)
        for history in histories.withLock({ Array($0.values) }) { history.record(text) }
      }
    }

    static func add(_ history: History<String>) {
      begin
      histories.withLock { $0[ObjectIdentifier(history)] = history }
    }

    static func remove(_ history: History<String>) {
      _ = histories.withLock { $0.removeValue(forKey: ObjectIdentifier(history)) }
    }
  }

  /// The notes about a place in the source that debug builds make while the closure runs.
  package func debugNotes(about place: StaticString, line: UInt, _ body: () -> Void) -> [String] {
    let history = History<String>()
    NoteTaker.add(history)
    defer { NoteTaker.remove(history) }
    body()
    return history.events.filter { $0.contains("\(place):\(line):") }
  }

  /// The notes about a place in the source that debug builds make while an asynchronous closure runs.
  package func debugNotes(
    about place: StaticString, line: UInt, isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
  ) async -> [String] {
    let history = History<String>()
    NoteTaker.add(history)
    defer { NoteTaker.remove(history) }
    await body()
    return history.events.filter { $0.contains("\(place):\(line):") }
  }
#endif
