extension RecordingState: CustomStringConvertible {
  /// Descriptions for failures of tests.
  var description: String {
    let all = list(deliveries.map(\.update))
    let progress = unread.isEmpty ? "all read" : read == 0 ? "none read" : "\(read) of them read"
    let ending = end == nil ? "not ended" : "ended"
    return deliveries.isEmpty ? "recorded nothing, \(ending)" : "recorded \(all), \(progress), \(ending)"
  }
}

extension Recorder: CustomStringConvertible, CustomReflectable {
  /// The deliveries: `Recorder<Int>: recorded [1, 2], none read, not ended`.
  public var description: String { "Recorder<\(Update.self)>: \(recording.snapshot)" }

  public var customMirror: Mirror { Mirror(self, children: ["timeline": timeline]) }
}

extension Delivery: CustomStringConvertible {
  /// The update with when and where: `"a" at 1.0 seconds on the main actor`.
  public var description: String { "\(String(reflecting: update)) at \(time) on \(thread)" }
}

extension DeliveryThread: CustomStringConvertible {
  /// The main actor, or a thread with its number.
  public var description: String { isMain ? "the main actor" : "thread \(number)" }
}

extension BroadcasterStub: CustomStringConvertible, CustomReflectable {
  /// The type and the number of subscriptions so far.
  public var description: String { "\(Self.self)(subscriptions: \(subscriptions.count))" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PublishedValueStub: CustomStringConvertible, CustomReflectable {
  /// The type and the number of subscriptions so far.
  public var description: String { "\(Self.self)(subscriptions: \(subscriptions.count))" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PublishedTaskStub: CustomStringConvertible, CustomReflectable {
  /// The type and the number of runs so far.
  public var description: String { "\(Self.self)(runs: \(runs.count))" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension StubRun: CustomStringConvertible, CustomReflectable {
  /// The phase: `StubRun(cancelled)`.
  public var description: String { "StubRun(\(phase))" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension ManualScheduler: CustomStringConvertible, CustomReflectable {
  /// The virtual time and the pending jobs: `ManualScheduler(at 1.0 seconds, pending: 2)`.
  public var description: String { "ManualScheduler(at \(uptime), pending: \(pendingJobs))" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The updates, the latest only when they are many.
func list<Update>(_ updates: [Update], atMost limit: Int = 30) -> String {
  let shown = updates.suffix(limit).map { String(reflecting: $0) }
  let omitted = updates.count - shown.count
  return "[" + ((omitted > 0 ? ["\(omitted) more"] : []) + shown).joined(separator: ", ") + "]"
}
