import Dispatch
import TidingsCore
import _Concurrency

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
  /// The number of bytes transferred so far.
  public var transferredBytes: Int64

  /// The number of bytes of the whole transfer, or nil while it is not known.
  public var expectedBytes: Int64?

  /// The speed of the last second or so, in bytes per second; zero until it has been measured.
  ///
  /// While a transfer stalls, there are no reports, so the last one still shows the speed before the stall.
  public var bytesPerSecond: Double

  /// The transferred part of the whole, from 0 to 1, or nil while the size of the whole is not known.
  public var fractionCompleted: Double? {
    guard let expectedBytes else { return nil }
    guard expectedBytes > 0 else { return 1 }
    return min(1, max(0, Double(transferredBytes) / Double(expectedBytes)))
  }

  /// Creates a progress report, for a stub of a transfer.
  public init(transferredBytes: Int64, expectedBytes: Int64? = nil, bytesPerSecond: Double = 0) {
    self.transferredBytes = transferredBytes
    self.expectedBytes = expectedBytes
    self.bytesPerSecond = bytesPerSecond
  }

  /// Records that the transfer is complete. It may have fewer bytes than were reported of an earlier file.
  mutating func complete(with byteCount: Int64) {
    transferredBytes = max(transferredBytes, byteCount)
    expectedBytes = transferredBytes
  }
}

/// Turns byte counts into reports, at most one in an interval, and measures the speed. The bytes never decrease.
package struct TransferMeter: Sendable {
  /// The time between two reports. A fast transfer has tens of thousands of parts a second.
  package static let reportInterval = Duration.milliseconds(50)

  /// A measurement of this age has the weight 1/e.
  private static let memory = Duration.seconds(1)

  package private(set) var progress = TransferProgress(transferredBytes: 0)
  private var current: Int64 = 0
  private var lastMeasurement: (time: ContinuousClock.Instant, bytes: Int64)
  private var lastReport: (time: ContinuousClock.Instant, progress: TransferProgress)?
  private var isMeasured = false

  package init(at start: ContinuousClock.Instant) { lastMeasurement = (start, 0) }

  /// Returns a report if the size is new. One below the reported bytes of an earlier file would seem complete.
  package mutating func expect(_ byteCount: Int64?, at now: ContinuousClock.Instant) -> TransferProgress? {
    let isReported = lastReport != nil
    if isReported, progress.expectedBytes == byteCount || byteCount ?? .max < progress.transferredBytes { return nil }
    progress.expectedBytes = byteCount
    return report(at: now)
  }

  /// Records the number of bytes. Bytes that were there before (`areOld`) have no speed.
  package mutating func reach(_ byteCount: Int64, areOld: Bool = false, at now: ContinuousClock.Instant) {
    if areOld || lastReport == nil || byteCount < current { lastMeasurement = (now, byteCount) }
    current = byteCount
    progress.transferredBytes = lastReport == nil ? byteCount : max(progress.transferredBytes, byteCount)
  }

  /// The time of the next report, or nil if all bytes were reported. The last expected byte is due immediately.
  package var dueTime: ContinuousClock.Instant? {
    guard let lastReport, lastReport.progress.transferredBytes < progress.transferredBytes else { return nil }
    return lastReport.time + (progress.transferredBytes == progress.expectedBytes ? .zero : Self.reportInterval)
  }

  package mutating func reportBytes(at now: ContinuousClock.Instant) -> TransferProgress? {
    if dueTime == nil { return nil }
    measure(at: now)
    return report(at: now)
  }

  /// Records the end. Returns the last report, or nil if it was made before.
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
    // Only the last interval can be shorter. It is too short to measure, unless there is no other.
    guard elapsed > .zero, elapsed >= Self.reportInterval || !isMeasured else { return }
    let speed = Double(current - lastMeasurement.bytes) / (elapsed / .seconds(1))
    let weight = isMeasured ? elapsed / (elapsed + Self.memory) : 1
    progress.bytesPerSecond += weight * (speed - progress.bytesPerSecond)
    lastMeasurement = (now, current)
    isMeasured = true
  }
}

/// Reports the progress of one run on a queue of its own, so that a slow subscriber delays neither connection nor disk.
final class TransferReporter: Sendable {
  private struct State {
    var meter = TransferMeter(at: .now)
    var isScheduled = false
    var isOver = false
  }

  private let deliver: @Sendable (TransferProgress) -> Void
  private let queue = DispatchQueue(label: "Tidings.TransferReporter")
  private let state = Locked(State())

  init(_ deliver: @escaping @Sendable (TransferProgress) -> Void) { self.deliver = deliver }
  func expect(_ byteCount: Int64?) { report(state.withLock { $0.meter.expect(byteCount, at: .now) }) }

  /// Records the number of bytes so far. They are reported when a report is due, also if the transfer stalls.
  func reach(_ byteCount: Int64, areOld: Bool = false) {
    let dueTime = state.withLock { state -> ContinuousClock.Instant? in
      state.meter.reach(byteCount, areOld: areOld, at: .now)
      guard !state.isScheduled, let dueTime = state.meter.dueTime else { return nil }
      state.isScheduled = true
      return dueTime
    }
    guard let dueTime else { return }
    queue.asyncAfter(deadline: .now() + (dueTime - .now) / .seconds(1)) { [weak self] in self?.reportBytes() }
  }

  private func reportBytes() {
    let progress = state.withLock { state -> TransferProgress? in
      state.isScheduled = false
      return state.isOver ? nil : state.meter.reportBytes(at: .now)
    }
    if let progress { deliver(progress) }
  }

  /// Delivers the last report of a success, and then calls a function on the same queue.
  func complete<Success>(_ result: Result<Success, TransferError>, _ finish: @escaping @Sendable () -> Void) {
    let progress = state.withLock { state -> TransferProgress? in
      state.isOver = true
      guard case .success = result else { return nil }
      return state.meter.finish(at: .now)
    }
    report(progress)
    queue.async(execute: finish)
  }

  private func report(_ progress: TransferProgress?) {
    guard let progress else { return }
    queue.async { [deliver] in deliver(progress) }
  }
}
