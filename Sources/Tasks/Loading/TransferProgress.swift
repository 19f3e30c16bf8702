import _Concurrency

/// How far a transfer has come.
public struct TransferProgress: Sendable, Hashable {
  /// The number of bytes transferred so far.
  public var transferredBytes: Int64

  /// The number of bytes of the whole transfer, or nil while it is not known.
  public var expectedBytes: Int64?

  /// The speed of the last second or so, in bytes per second; zero until it has been measured.
  ///
  /// It is as old as the report that carries it: a transfer that stalls reports nothing.
  public var bytesPerSecond: Double

  /// The transferred part of the whole, from 0 to 1, or nil while the size of the whole is not known.
  public var fractionCompleted: Double? {
    guard let expectedBytes else { return nil }
    guard expectedBytes > 0 else { return 1 }
    return min(1, max(0, Double(transferredBytes) / Double(expectedBytes)))
  }

  /// Creates a progress report, which a stub of a transfer may want.
  public init(transferredBytes: Int64, expectedBytes: Int64? = nil, bytesPerSecond: Double = 0) {
    self.transferredBytes = transferredBytes
    self.expectedBytes = expectedBytes
    self.bytesPerSecond = bytesPerSecond
  }
}

extension TransferProgress {
  /// Takes note that everything is there, which may be less than has been reported of another file.
  mutating func complete(with byteCount: Int64) {
    transferredBytes = max(transferredBytes, byteCount)
    expectedBytes = transferredBytes
  }
}

/// Turns counted bytes into reports: not one for each chunk, but as many as somebody can look at.
///
/// What it reports never goes back: a transfer that has to start over stands still until it has come as far again.
package struct TransferMeter: Sendable {
  /// The time between two reports. Subscribers may hop to the main actor for each one, and a fast transfer has
  /// tens of thousands of chunks a second.
  package static let reportInterval = Duration.milliseconds(50)

  /// A measurement this old counts for 1/e of a fresh one: long enough for a calm figure, short enough to follow.
  package static let memory = Duration.seconds(1)

  package private(set) var progress = TransferProgress(transferredBytes: 0)
  private var current: Int64 = 0
  private var lastMeasurement: (time: ContinuousClock.Instant, bytes: Int64)
  private var lastReport: (time: ContinuousClock.Instant, progress: TransferProgress)?
  private var isMeasured = false

  package init(at start: ContinuousClock.Instant) {
    lastMeasurement = (start, 0)
  }

  /// Takes note of the size of the whole; returns a report if it is new.
  ///
  /// The size of a file that is smaller than what has been reported of another one is not: with it, all would be there.
  package mutating func expect(_ byteCount: Int64?, at now: ContinuousClock.Instant) -> TransferProgress? {
    guard lastReport == nil || progress.expectedBytes != byteCount else { return nil }
    guard lastReport == nil || byteCount ?? .max >= progress.transferredBytes else { return nil }
    progress.expectedBytes = byteCount
    return report(at: now)
  }

  /// Takes note of how many bytes there are now, and returns a report if one is due.
  ///
  /// The report of the last expected byte is always due, so that a transfer of known size ends at the full count.
  package mutating func reach(_ byteCount: Int64, at now: ContinuousClock.Instant) -> TransferProgress? {
    // What was there before, or is lost, is no speed.
    if lastReport == nil || byteCount < current { lastMeasurement = (now, byteCount) }
    current = byteCount
    guard let lastReport else {
      // Nobody has seen where it stood before.
      progress.transferredBytes = byteCount
      return nil
    }
    progress.transferredBytes = max(progress.transferredBytes, byteCount)
    let isLast = byteCount == progress.expectedBytes && lastReport.progress.transferredBytes < byteCount
    guard lastReport.time.duration(to: now) >= Self.reportInterval || isLast else { return nil }
    measure(at: now)
    return report(at: now)
  }

  /// The last report: all that is there is the whole. Nil if it has been made.
  package mutating func finish(at now: ContinuousClock.Instant) -> TransferProgress? {
    progress.complete(with: current)
    return lastReport?.progress == progress ? nil : report(at: now)
  }

  private mutating func report(at now: ContinuousClock.Instant) -> TransferProgress {
    lastReport = (now, progress)
    return progress
  }

  private mutating func measure(at now: ContinuousClock.Instant) {
    let elapsed = lastMeasurement.time.duration(to: now)
    // Too short an interval, which only the last report can have, would turn the clock's noise into a speed,
    // except where it is the only one there is.
    guard elapsed > .zero, elapsed >= Self.reportInterval || !isMeasured else { return }
    let speed = Double(current - lastMeasurement.bytes) / (elapsed / .seconds(1))
    let weight = isMeasured ? elapsed / (elapsed + Self.memory) : 1
    progress.bytesPerSecond += weight * (speed - progress.bytesPerSecond)
    lastMeasurement = (now, current)
    isMeasured = true
  }
}
