import Dispatch
public import Foundation
import TidingsAdapters
import TidingsCore

/// A download that waits in a ``Downloader``, runs or is paused.
public struct DownloaderItem: Sendable, Hashable, Identifiable {
  /// The destination of the file.
  public var file: URL

  /// The URL without user, password, fragment and the values of its query.
  public var url: URL?

  /// The priority among the waiting downloads.
  public var priority: TransferPriority

  /// The state of the download.
  public var state: State

  /// The progress. It is zero before the first run.
  public var progress: TransferProgress

  /// The state of a download that has not ended.
  public enum State: Sendable, Hashable {
    /// It starts as soon as there is a place for it.
    case waiting
    /// It is running.
    case running
    /// It does not run until it is resumed.
    case paused
  }

  /// The destination. There is at most one download to a file at a time.
  public var id: URL { file }

  /// Creates an item, for a preview or a stub.
  public init(
    file: URL, url: URL?, priority: TransferPriority = .normal, state: State,
    progress: TransferProgress = TransferProgress(transferredBytes: 0)
  ) {
    self.file = file
    self.url = url
    self.priority = priority
    self.state = state
    self.progress = progress
  }
}

/// The progress of all downloads of a ``Downloader`` together.
///
/// It covers the downloads since the downloader last had nothing to do. If a download is requested while none is waiting, running
/// or paused, counting starts from zero. A failed download counts as done, with the bytes that it had, until it is requested
/// again. A download that was cancelled, or whose last subscriber has left, is not part of the whole. A download that had to
/// start over counts with as many bytes as it had before. A file that is downloaded twice counts twice.
public struct DownloaderProgress: Sendable, Hashable {
  /// The number of waiting downloads.
  public var waiting = 0

  /// The number of running downloads.
  public var running = 0

  /// The number of paused downloads.
  public var paused = 0

  /// The number of downloads that have succeeded.
  public var finished = 0

  /// The number of downloads that have failed or were cancelled with ``Downloader/cancel(_:discarding:)``.
  public var failed = 0

  /// The number of transferred bytes of all downloads.
  ///
  /// It decreases when a download is cancelled, loses its last subscriber, or is requested again after a failure.
  public var transferredBytes: Int64 = 0

  /// The number of bytes of all downloads, or nil while the size of one of them is unknown, or if the sum is too large.
  ///
  /// The size is known from the response or from ``TransferRequest/expectedByteCount``.
  public var expectedBytes: Int64? = 0

  /// The speed of all running downloads together, in bytes per second.
  public var bytesPerSecond: Double = 0

  /// The completed fraction, from 0 to 1: of the bytes if all sizes are known, otherwise of the downloads.
  ///
  /// It decreases only when a download is added. If all downloads are cancelled, it keeps its value.
  public var fractionCompleted: Double = 0

  /// Creates an empty value, for a preview or a stub.
  public init() {}

  fileprivate mutating func add(_ byteCount: Int64, of expected: Int64?) {
    transferredBytes += byteCount
    guard let sum = expectedBytes, let expected else { return expectedBytes = nil }
    // A server may announce any size.
    let (total, isTooLarge) = sum.addingReportingOverflow(expected)
    expectedBytes = isTooLarge ? nil : total
  }
}

extension DownloadSchedule {
  var downloaderItems: [DownloaderItem] {
    ids(nil).compactMap { items[$0] }.map { item in
      var progress = item.progress
      if item.state != .running { progress.bytesPerSecond = 0 }
      return DownloaderItem(
        file: item.file, url: item.url, priority: item.priority, state: item.state, progress: progress)
    }
  }

  /// The progress of all downloads together. Records the fraction, which never decreases.
  mutating func progress() -> DownloaderProgress {
    var sum = DownloaderProgress()
    var fractions = 0.0
    for item in downloaderItems {
      switch item.state {
      case .waiting: sum.waiting += 1
      case .paused: sum.paused += 1
      case .running: sum.running += 1
      }
      sum.add(item.progress.transferredBytes, of: item.progress.expectedBytes)
      sum.bytesPerSecond += item.progress.bytesPerSecond
      fractions += item.progress.fractionCompleted ?? 0
    }
    (sum.finished, sum.failed) = (finished.count, failed.count)
    let failures = failed.values.filter { !$0.isCancelled }
    let doneCount = finished.count + failures.count
    for byteCount in failures.map(\.byteCount) + [finished.byteCount] { sum.add(byteCount, of: byteCount) }
    let count = current.count + doneCount
    if count > 0 {
      let ofBytes = TransferProgress(transferredBytes: sum.transferredBytes, expectedBytes: sum.expectedBytes)
      let ofDownloads = (fractions + Double(doneCount)) / Double(count)
      let fraction = current.isEmpty ? 1 : ofBytes.fractionCompleted ?? ofDownloads
      furthestFraction = max(furthestFraction, fraction)
    }
    sum.fractionCompleted = furthestFraction
    return sum
  }
}

/// Publishes values that change often, at most twenty times a second.
final class DownloaderStatus: Sendable {
  private let changes = BroadcastSource<Void>()
  private let queue = DispatchQueue(label: "Tidings.Downloader")

  /// Returns a value that is read when it is asked for, and published to its subscribers after ``update()``.
  func value<Value: Sendable>(_ read: @escaping @Sendable () -> Value) -> PublishedValue<Value> {
    PublishedValue(PlacedReading(read, calledFrom: nil, in: "Downloader")) { [changes, queue] property in
      // Every change reads the current value, so one waiting change is enough for a slow subscriber.
      let token = changes.throttle(for: TransferMeter.reportInterval, scheduler: queue)
        .receive(on: queue, buffering: .newest(1))
        .attach {
          property.refresh(read)
        } ended: {
          // The last change may be the reason for the end.
          property.refresh(read)
          property.finish()
        }
      // After attaching, so that no change is missed.
      property.refresh(read)
      return token
    }
  }

  func update() { changes.send() }
  func finish() { changes.finish() }
}
