import Foundation

/// The downloads of a ``DownloadScheduler``: which of them wait, run or are paused, and which of them is next.
///
/// A value without locks. Its functions add what has to be done without the lock of the scheduler to ``effects``.
struct DownloadSchedule: Sendable {
  /// Increases with each download, so it also gives the order of the requests.
  typealias ID = UInt

  var limit: Int
  var items: [ID: QueuedDownload] = [:]
  /// The downloads that are not over, by destination.
  private(set) var current: [FilePath: ID] = [:]
  /// The number of threads that are cancelling several downloads together. Nothing starts before all are cancelled.
  var holds = 0
  private var effects = Effects()
  private var lastID: ID = 0
  /// The waiting downloads, in the order in which they start.
  private var waiting: [(priority: TransferPriority, id: ID)] = []
  /// The destinations that a run or the removal of files uses.
  private var busy: Set<FilePath> = []
  private var runCount = 0
  /// The downloads that have succeeded since the last time that there was nothing to do.
  private(set) var finished: (count: Int, byteCount: Int64) = (0, 0)
  /// Those that have failed or were cancelled and were not requested again, by destination.
  private(set) var failed: [FilePath: (byteCount: Int64, isCancelled: Bool)] = [:]
  var furthestFraction = 0.0

  enum Outcome: Sendable { case finished, failed, cancelled, left }

  struct Effects: Sendable {
    var tasks: [Task<Void, Never>] = []
    var cancelled: [QueuedDownload] = []
    var discards: [ID] = []
    /// Removed downloads. They may hold the last references to objects of users, which are not released under the lock.
    var removed: [QueuedDownload] = []
  }

  init(limit: Int) { self.limit = limit }

  /// The download to a file, or all downloads, in the order of the requests.
  func ids(_ destination: FilePath?) -> [ID] {
    guard let destination else { return current.values.sorted() }
    return current[destination].map { [$0] } ?? []
  }

  /// Adds a subscriber to the same download, or the download. Fails if a different one has the destination.
  mutating func join(_ item: QueuedDownload) throws(TransferError) -> (ID, QueuedDownload.Source) {
    if let id = current[item.destination], let existing = items[id] {
      guard existing.request.isSame(as: item.request) else { throw TransferError(.destinationInUse(item.file)) }
      change(id) {
        $0.subscriberCount += 1
        $0.priority = max($0.priority, item.priority)
      }
      return (id, existing.source)
    }
    guard limit >= 1 else {
      throw TransferError(.invalidSetting("maximumConcurrentDownloads is \(limit), and must be at least 1"))
    }
    guard item.request.urlRequest.isRepeatable else {
      throw TransferError(
        .invalidSetting("httpBodyStream cannot be sent again after a pause; a Downloader needs a request with httpBody")
      )
    }
    if current.isEmpty { (finished, failed) = ((0, 0), [:]) }
    failed[item.destination] = nil
    furthestFraction = 0
    lastID += 1
    items[lastID] = item
    current[item.destination] = lastID
    change(lastID) { _ in }
    return (lastID, item.source)
  }

  mutating func leave(_ id: ID) {
    items[id]?.subscriberCount -= 1
    if items[id]?.subscriberCount == 0 { cancel([id], as: .left, discarding: false) }
  }

  mutating func pause(_ ids: [ID]) {
    for id in ids where items[id]?.isMoving == false {
      change(id) { $0.isPaused = true }
      stop(id)
    }
  }

  mutating func resume(_ ids: [ID]) { for id in ids { change(id) { $0.isPaused = false } } }

  mutating func cancel(_ ids: [ID], as outcome: Outcome, discarding: Bool) {
    for id in ids {
      guard outcome == .left || items[id]?.isMoving == false, let item = end(id, as: outcome) else { continue }
      items[id]?.discards = discarding
      if outcome == .cancelled { effects.cancelled.append(item) }
      if item.task != nil {
        stop(id)
      } else if discarding, busy.insert(item.destination).inserted {
        effects.discards.append(id)
      } else {
        // An earlier run that is still ending may keep bytes.
        if discarding {
          for (other, run) in items where run.destination == item.destination { items[other]?.discards = true }
        }
        items[id] = nil
        effects.removed.append(item)
      }
    }
  }

  /// Changes a download, and its place among those that wait.
  mutating func change(_ id: ID, _ body: (inout QueuedDownload) -> Void) {
    guard var item = items.removeValue(forKey: id) else { return }
    body(&item)
    items[id] = item
    waiting.removeAll { $0.id == id }
    guard item.isWaiting else { return }
    // Behind those of a higher priority, and those with a lower number.
    let previous = waiting.lastIndex { (item.priority, $0.id) < ($0.priority, id) }
    waiting.insert((item.priority, id), at: previous.map { $0 + 1 } ?? 0)
  }

  mutating func takeEffects() -> Effects {
    defer { effects = Effects() }
    return effects
  }

  private mutating func stop(_ id: ID) {
    guard let task = items[id]?.task, items[id]?.isStopping == false else { return }
    items[id]?.isStopping = true
    effects.tasks.append(task)
  }

  /// Ends a download that is not over. Its last run may still have to end.
  private mutating func end(_ id: ID, as outcome: Outcome) -> QueuedDownload? {
    guard let item = items[id], !item.isOver else { return nil }
    change(id) { $0.isOver = true }
    current[item.destination] = nil
    let byteCount = item.progress.transferredBytes
    switch outcome {
    case .finished: finished = (finished.count + 1, finished.byteCount + byteCount)
    case .failed, .cancelled: failed[item.destination] = (byteCount, outcome == .cancelled)
    case .left: break
    }
    return item
  }

  /// Gives the next waiting download a place, if there is one. The caller sets its task.
  mutating func takeNext() -> (ID, QueuedDownload)? {
    guard holds == 0, runCount < limit else { return nil }
    for (index, next) in waiting.enumerated() {
      guard let item = items[next.id], busy.insert(item.destination).inserted else { continue }
      waiting.remove(at: index)
      runCount += 1
      return (next.id, item)
    }
    return nil
  }

  /// Records progress, which never decreases, also when a run after a pause starts over.
  mutating func report(_ progress: TransferProgress, of id: ID) -> (TransferProgress, QueuedDownload.Source)? {
    guard let item = items[id], !item.isOver, !item.isStopping else { return nil }
    var progress = progress
    progress.transferredBytes = max(item.progress.transferredBytes, progress.transferredBytes)
    // The size of a smaller file is reported when it is complete. With it, everything would seem to be there.
    if progress.expectedBytes ?? .max < progress.transferredBytes {
      progress.expectedBytes = item.progress.expectedBytes
    }
    items[id]?.progress = progress
    return (progress, item.source)
  }

  /// Records that a run is about to move its file into place. Returns false if the download was cancelled before.
  mutating func beginMove(_ id: ID) -> Bool {
    guard items[id]?.isOver == false else { return false }
    items[id]?.isMoving = true
    return true
  }

  /// Ends a download with the result of its run. Returns nil if it was cancelled, or stopped by a pause.
  mutating func finish(
    _ id: ID, _ result: Result<DownloadedFile, TransferError>
  ) -> (QueuedDownload, lastProgress: TransferProgress?)? {
    let reported = items[id]?.progress
    var outcome = Outcome.failed
    if case .success(let file) = result {
      // Also during a pause, because the file is in place.
      outcome = .finished
      if items[id]?.isOver == false { items[id]?.progress.complete(with: file.byteCount) }
    } else if items[id]?.isStopping == true {
      return nil
    }
    guard let item = end(id, as: outcome) else { return nil }
    return (item, item.progress == reported ? nil : item.progress)
  }

  /// Frees the place of a run. Returns whether the bytes have to be removed, or otherwise the item if it is over.
  mutating func runEnded(_ id: ID) -> (discards: Bool, QueuedDownload?) {
    runCount -= 1
    guard let item = items[id] else { return (false, nil) }
    change(id) { ($0.task, $0.isStopping) = (nil, false) }
    guard item.isOver else {
      busy.remove(item.destination)
      return (false, nil)
    }
    return item.discards ? (true, nil) : (false, remove(id))
  }

  mutating func remove(_ id: ID) -> QueuedDownload? {
    let item = items.removeValue(forKey: id)
    if let item { busy.remove(item.destination) }
    return item
  }
}
