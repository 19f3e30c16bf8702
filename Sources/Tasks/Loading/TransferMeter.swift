import _Concurrency

/// Turns counted bytes into reports: not one for each chunk, but as many as somebody can look at.
package struct TransferMeter {
  /// The time between two reports. Subscribers may hop to the main actor for each one, and a fast transfer has
  /// tens of thousands of chunks a second.
  package static let reportInterval = Duration.milliseconds(50)

  /// A measurement this old counts for 1/e of a fresh one: long enough for a calm figure, short enough to follow.
  package static let memory = Duration.seconds(1)

  package private(set) var progress: TransferProgress
  private var lastReport: (time: ContinuousClock.Instant, bytes: Int64)
  private var isMeasured = false

  package init(expectedBytes: Int64?, at start: ContinuousClock.Instant) {
    progress = TransferProgress(transferredBytes: 0, expectedBytes: expectedBytes)
    lastReport = (start, 0)
  }

  /// Counts bytes that have arrived, and returns a report if one is due.
  ///
  /// The report of the last expected byte is always due, so that a transfer of known size ends at the full count.
  package mutating func count(_ bytes: Int, at now: ContinuousClock.Instant) -> TransferProgress? {
    progress.transferredBytes += Int64(bytes)
    let elapsed = lastReport.time.duration(to: now)
    guard elapsed >= Self.reportInterval || progress.transferredBytes == progress.expectedBytes else { return nil }
    measure(over: elapsed)
    lastReport = (now, progress.transferredBytes)
    return progress
  }

  private mutating func measure(over elapsed: Duration) {
    // Too short an interval, which only the last report can have, would turn the clock's noise into a speed,
    // except where it is the only one there is.
    guard elapsed > .zero, elapsed >= Self.reportInterval || !isMeasured else { return }
    let speed = Double(progress.transferredBytes - lastReport.bytes) / (elapsed / .seconds(1))
    let weight = isMeasured ? elapsed / (elapsed + Self.memory) : 1
    progress.bytesPerSecond += weight * (speed - progress.bytesPerSecond)
    isMeasured = true
  }
}
