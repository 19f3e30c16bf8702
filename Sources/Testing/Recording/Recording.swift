import TidingsCore

/// The deliveries of a recorder.
struct Recording<Update: Sendable>: Sendable {
  var deliveries: [Delivery<Update>] = []
  var end: Delivery<Void>?
  var isStopped = false
  /// The number of read deliveries.
  var read = 0

  var unread: ArraySlice<Delivery<Update>> { deliveries[read...] }

  /// Reads the next updates, if all are recorded.
  mutating func take(_ count: Int) -> [Update]? {
    guard count >= 0 else { fatalError("next(_:) takes a count of zero or more, not \(count)") }
    guard unread.count >= count else { return nil }
    defer { read += count }
    return unread.prefix(count).map(\.update)
  }

  /// Whether no more updates follow.
  var isOver: Bool { isStopped || end != nil }

  /// Reads the end and the updates before it.
  mutating func takeEnd() -> Bool {
    guard end != nil else { return false }
    read = deliveries.count
    return true
  }
}

/// Returns a function for the time of deliveries.
///
/// - Parameter scheduler: Nil for real time, from now on.
func clock(of scheduler: (any UpdateScheduler)?) -> @Sendable () -> Duration {
  if let scheduler { return { scheduler.uptime } }
  let start = ContinuousClock.now
  return { .now - start }
}
