import Foundation
import TidingsCore

/// What a downloader knows of its downloads: a value, whose verbs run under its lock.
struct DownloadLedger: Sendable {
  var queue: DownloadQueue
  private var entries: [DownloadQueue.ID: Entry] = [:]
  /// What has come of those that have ended since there was nothing to do, by destination.
  private var ended: [String: Ended] = [:]
  private var furthest = 0.0

  private struct Entry: Sendable {
    let download: QueuedDownload
    var progress: TransferProgress
    var token: Subscription?
    /// Whether its unfinished files are removed when it has been stopped.
    var discards: Bool
  }

  private struct Ended: Sendable {
    var byteCount: Int64
    var outcome: Outcome
  }

  enum Outcome: Sendable { case finished, failed, cancelled, left }

  /// What has to be done when the lock is not held any more: also letting go of what belongs to users.
  struct Work: Sendable {
    var actions: [DownloadQueue.Action] = []
    /// The last progress of a download that has ended, if it has not been reported.
    var lastProgress: TransferProgress?
    /// Those that somebody has to tell of their end.
    var ended: [QueuedDownload] = []
  }

  init(limit: Int) {
    queue = DownloadQueue(limit: limit)
  }

  func download(_ id: DownloadQueue.ID) -> QueuedDownload? { entries[id]?.download }

  mutating func join(_ candidate: QueuedDownload) -> (id: DownloadQueue.ID, QueuedDownload, Work)? {
    let isFirst = queue.isEmpty
    let (joining, actions) = queue.join(candidate.name, priority: candidate.priority)
    switch joining {
    case .refused:
      return nil
    case .shared(let id):
      return entries[id].map { (id, $0.download, Work(actions: actions)) }
    case .new(let id):
      if isFirst { ended = [:] } else { ended[candidate.name.destination] = nil }
      furthest = 0
      let progress = TransferProgress(transferredBytes: 0, expectedBytes: candidate.expectedByteCount)
      entries[id] = Entry(download: candidate, progress: progress, discards: !candidate.isResumable)
      return (id, candidate, Work(actions: actions))
    }
  }

  mutating func leave(_ id: DownloadQueue.ID) -> Work {
    // The place may belong to another by now.
    let wasCurrent = queue.state(of: id) != nil
    let actions = queue.leave(id)
    if wasCurrent, queue.state(of: id) == nil { noteEnd(of: id, as: .left) }
    return Work(actions: actions)
  }

  mutating func cancel(_ ids: [DownloadQueue.ID], discarding: Bool = false) -> Work {
    for id in ids {
      noteEnd(of: id, as: .cancelled)
      if discarding { entries[id]?.discards = true }
    }
    return Work(actions: queue.cancel(ids), ended: ids.compactMap { entries[$0]?.download })
  }

  /// Takes note of an end.
  ///
  /// - Parameter byteCount: The size of the file; nil for a failure.
  /// - Returns: Nil if it has ended otherwise before.
  mutating func finish(_ id: DownloadQueue.ID, byteCount: Int64?) -> Work? {
    guard let actions = queue.finished(id, isSuccess: byteCount != nil), var entry = entries[id] else { return nil }
    let reported = entry.progress
    if let byteCount {
      entry.discards = false
      // The last reports may have come during a pause, and are not known then.
      entry.progress.complete(with: byteCount)
      entries[id] = entry
    }
    noteEnd(of: id, as: byteCount != nil ? .finished : .failed)
    return Work(
      actions: actions, lastProgress: entry.progress == reported ? nil : entry.progress, ended: [entry.download])
  }

  /// Takes note of a report, unless the download is not to run any more.
  ///
  /// A run that follows a pause may have to start over; then it stands still until it has come as far again. The size of a
  /// smaller file, with which all would be there, is not known until it is finished.
  mutating func report(_ progress: TransferProgress, of id: DownloadQueue.ID) -> TransferProgress? {
    guard queue.state(of: id) == .running, var entry = entries[id] else { return nil }
    let furthest = max(entry.progress.transferredBytes, progress.transferredBytes)
    let expected = entry.progress.expectedBytes
    entry.progress = progress
    entry.progress.transferredBytes = furthest
    if progress.expectedBytes ?? .max < furthest { entry.progress.expectedBytes = expected }
    entries[id] = entry
    return entry.progress
  }

  mutating func hold(_ token: Subscription, for id: DownloadQueue.ID) {
    entries[id]?.token = token
  }

  mutating func takeToken(of id: DownloadQueue.ID) -> Subscription? {
    entries[id]?.token.take()
  }

  /// What a run that is to be stopped removes, where it should; nil where its bytes stay.
  func discardedRemains(of id: DownloadQueue.ID) -> Remains? {
    guard queue.state(of: id) == nil, let entry = entries[id], entry.discards else { return nil }
    return entry.download.remains
  }

  /// The file whose unfinished remains are to be removed, now that the download has been stopped. Nil the second time.
  mutating func takeDiscarded(_ id: DownloadQueue.ID) -> URL? {
    guard queue.state(of: id) == nil, let entry = entries[id], entry.discards else { return nil }
    entries[id]?.discards = false
    return entry.download.file
  }

  /// Returns what is to be let go without the lock.
  mutating func forget(_ id: DownloadQueue.ID) -> any Sendable {
    entries.removeValue(forKey: id)
  }

  /// Only the first end counts.
  private mutating func noteEnd(of id: DownloadQueue.ID, as outcome: Outcome) {
    guard let entry = entries[id] else { return }
    let destination = entry.download.name.destination
    guard ended[destination] == nil else { return }
    ended[destination] = Ended(byteCount: entry.progress.transferredBytes, outcome: outcome)
  }
}

extension DownloadLedger {
  /// Those that wait, run or are paused, in the order of asking.
  var items: [DownloaderItem] {
    queue.ids.compactMap { id in
      guard let entry = entries[id], let state = queue.state(of: id), let priority = queue.priority(of: id) else {
        return nil
      }
      var progress = entry.progress
      if state != .running { progress.bytesPerSecond = 0 }
      return DownloaderItem(
        file: entry.download.file, url: entry.download.url, priority: priority, state: DownloaderItem.State(state),
        progress: progress)
    }
  }

  /// How far everything is. Changes only how far it has been, at which it does not go back.
  mutating func progress() -> DownloaderProgress {
    var sum = DownloaderProgress()
    var expected: Int64? = 0
    var parts = 0.0
    for (id, entry) in entries {
      guard let state = queue.state(of: id) else { continue }
      switch state {
      case .waiting: sum.waiting += 1
      case .paused: sum.paused += 1
      case .running:
        sum.running += 1
        sum.bytesPerSecond += entry.progress.bytesPerSecond
      }
      sum.transferredBytes += entry.progress.transferredBytes
      expected = expected.flatMap { known in entry.progress.expectedBytes.map { known + $0 } }
      parts += entry.progress.fractionCompleted ?? 0
    }
    let running = sum.waiting + sum.running + sum.paused
    var count = running
    for end in ended.values {
      switch end.outcome {
      case .finished: sum.finished += 1
      case .failed, .cancelled: sum.failed += 1
      case .left: break
      }
      guard end.outcome.isCounted else { continue }
      sum.transferredBytes += end.byteCount
      expected = expected.map { $0 + end.byteCount }
      parts += 1
      count += 1
    }
    sum.expectedBytes = expected
    if count > 0 {
      let ofBytes = TransferProgress(transferredBytes: sum.transferredBytes, expectedBytes: expected).fractionCompleted
      let fraction = running == 0 ? 1 : ofBytes ?? parts / Double(count)
      furthest = max(furthest, fraction)
    }
    sum.fractionCompleted = furthest
    return sum
  }
}

extension DownloadLedger.Outcome {
  /// Whether sums and the fraction count it: nobody waits any more for a download that was given up.
  fileprivate var isCounted: Bool {
    switch self {
    case .finished, .failed: true
    case .cancelled, .left: false
    }
  }
}

extension DownloaderItem.State {
  fileprivate init(_ state: DownloadQueue.State) {
    switch state {
    case .waiting: self = .waiting
    case .running: self = .running
    case .paused: self = .paused
    }
  }
}
