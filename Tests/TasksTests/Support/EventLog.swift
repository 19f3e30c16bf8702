import TidingsCore

/// The actions of a server and its client in the order of time, with the time since the first entry.
final class EventLog: Sendable {
  private let entries = Locked<[(time: ContinuousClock.Instant, text: String)]>([])

  func note(_ text: String) {
    entries.withLock { $0.append((.now, text)) }
  }

  /// The entries so far, each with its time in milliseconds.
  var lines: [String] {
    let entries = entries.withLock { $0 }
    return entries.map { entry in
      let microseconds = Int(entries[0].time.duration(to: entry.time) / .microseconds(1))
      return "\(Double(microseconds) / 1_000) ms \(entry.text)"
    }
  }
}
