import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The downloads of a ``DownloadScheduler``: which of them wait, run or are paused, and which of them is next.
///
/// A value without locks. Its functions return what has to be done without the lock of the scheduler.
struct DownloadSchedule: Sendable {
  /// Increases with each download, so that it also tells the order of the requests.
  typealias ID = UInt
  typealias Source = TaskSource<TransferProgress, DownloadedFile, TransferError>

  var limit: Int
  var items: [ID: Item] = [:]
  /// The downloads that are not over, by destination.
  var current: [FilePath: ID] = [:]
  /// The number of threads that are cancelling several downloads together. Nothing starts before all are cancelled.
  var holds = 0
  private var lastID: ID = 0
  /// The waiting downloads of each priority, in order.
  private var waiting: [TransferPriority: [ID]] = [:]
  /// The destinations that a run or the removal of files uses.
  private var busy: Set<FilePath> = []
  private var runCount = 0
  /// The downloads that have ended since the last time that there was nothing to do, by destination.
  var ended: [FilePath: (byteCount: Int64, outcome: Outcome)] = [:]
  var furthestFraction = 0.0

  enum Outcome: Sendable { case finished, failed, cancelled, left }

  init(limit: Int) {
    self.limit = limit
  }

  /// The download to a file, or all downloads, in the order of the requests.
  func ids(_ file: URL?) -> [ID] {
    guard let file else { return current.values.sorted() }
    return current[FilePath(file)].map { [$0] } ?? []
  }

  mutating func join(_ item: Item) -> (ID, Source)? {
    let destination = item.key.destination
    if let id = current[destination], let existing = items[id] {
      guard existing.key == item.key else { return nil }
      items[id]?.subscriberCount += 1
      setPriority(max(existing.priority, item.priority), of: id)
      return (id, existing.source)
    }
    if current.isEmpty { ended = [:] } else { ended[destination] = nil }
    furthestFraction = 0
    lastID += 1
    items[lastID] = item
    current[destination] = lastID
    setWaiting(true, lastID)
    return (lastID, item.source)
  }

  mutating func leave(_ id: ID) -> Effects {
    items[id]?.subscriberCount -= 1
    guard items[id]?.subscriberCount == 0 else { return Effects() }
    return cancel([id], as: .left, discarding: false)
  }

  mutating func pause(_ ids: [ID]) -> Effects {
    var effects = Effects()
    for id in ids {
      items[id]?.isPaused = true
      setWaiting(false, id)
      stop(id, &effects)
    }
    return effects
  }

  mutating func resume(_ ids: [ID]) -> Effects {
    for id in ids {
      items[id]?.isPaused = false
      // A run that is being stopped has to end before.
      if items[id]?.task == nil { setWaiting(true, id) }
    }
    return Effects()
  }

  mutating func cancel(_ ids: [ID], as outcome: Outcome, discarding: Bool) -> Effects {
    var effects = Effects()
    for id in ids {
      guard var item = items[id], !item.isOver else { continue }
      noteEnd(of: item, as: outcome)
      item.isOver = true
      if discarding { item.isResumable = false }
      items[id] = item
      current[item.key.destination] = nil
      setWaiting(false, id)
      if outcome == .cancelled { effects.cancelled.append(item) }
      if item.task != nil {
        stop(id, &effects)
      } else if item.hasKeptBytes && !item.isResumable || discarding, busy.insert(item.key.destination).inserted {
        effects.discards.append(id)
      } else {
        items[id] = nil
      }
    }
    return effects
  }

  private mutating func stop(_ id: ID, _ effects: inout Effects) {
    guard let task = items[id]?.task, items[id]?.isStopping == false else { return }
    items[id]?.isStopping = true
    effects.tasks.append(task)
  }

  mutating func setPriority(_ priority: TransferPriority, of id: ID) {
    guard let item = items[id], item.priority != priority else { return }
    let isWaiting = waiting[item.priority]?.contains(id) == true
    setWaiting(false, id)
    items[id]?.priority = priority
    setWaiting(isWaiting, id)
  }

  private mutating func setWaiting(_ isWaiting: Bool, _ id: ID) {
    guard let priority = items[id]?.priority else { return }
    var ids = waiting[priority, default: []]
    waiting[priority] = nil
    if !isWaiting {
      ids.removeAll { $0 == id }
    } else if ids.last ?? 0 < id {
      ids.append(id)
    } else if let index = ids.firstIndex(where: { $0 >= id }), ids[index] != id {
      ids.insert(id, at: index)
    }
    waiting[priority] = ids
  }

  /// Gives the next waiting download a place, if there is one.
  mutating func takeNext() -> (ID, Item)? {
    guard holds == 0, runCount < limit else { return nil }
    for priority in TransferPriority.allCases.reversed() {
      for id in waiting[priority] ?? [] {
        guard let item = items[id], busy.insert(item.key.destination).inserted else { continue }
        setWaiting(false, id)
        runCount += 1
        return (id, item)
      }
    }
    return nil
  }
}

extension DownloadSchedule {
  /// Whether the bytes of a run that is ending without success stay on disk.
  mutating func keepsBytes(_ id: ID) -> Bool {
    guard let item = items[id] else { return true }
    let isForPause = item.isStopping && !item.isOver
    let keeps = item.isResumable || isForPause
    items[id]?.hasKeptBytes = keeps
    return keeps
  }

  /// Records progress, which never decreases, also when a run after a pause starts over.
  mutating func report(_ progress: TransferProgress, of id: ID) -> (TransferProgress, Source)? {
    guard var item = items[id], !item.isOver, !item.isStopping else { return nil }
    let last = item.progress
    item.progress = progress
    item.progress.transferredBytes = max(last.transferredBytes, progress.transferredBytes)
    // The size of a smaller file is reported when it is complete. With it, everything would seem to be there.
    if progress.expectedBytes ?? .max < item.progress.transferredBytes {
      item.progress.expectedBytes = last.expectedBytes
    }
    items[id] = item
    return (item.progress, item.source)
  }

  /// Ends a download with the result of its run. Returns nil if it was cancelled, or stopped by a pause.
  mutating func finish(
    _ id: ID, _ result: Result<DownloadedFile, TransferError>
  ) -> (Item, lastProgress: TransferProgress?)? {
    guard var item = items[id], !item.isOver else { return nil }
    let reported = item.progress
    switch result {
    case .success(let file):
      // Also during a pause, because the file is in place.
      item.progress.complete(with: file.byteCount)
      noteEnd(of: item, as: .finished)
    case .failure:
      guard !item.isStopping else { return nil }
      noteEnd(of: item, as: .failed)
    }
    item.isOver = true
    items[id] = item
    current[item.key.destination] = nil
    return (item, item.progress == reported ? nil : item.progress)
  }

  /// Frees the place of a run.
  ///
  /// - Returns: Whether the bytes have to be removed, and otherwise the item of a download that is over.
  mutating func runEnded(_ id: ID) -> (discards: Bool, Item?) {
    runCount -= 1
    guard let item = items[id] else { return (false, nil) }
    items[id]?.task = nil
    items[id]?.isStopping = false
    guard item.isOver else {
      busy.remove(item.key.destination)
      if !item.isPaused { setWaiting(true, id) }
      return (false, nil)
    }
    if item.hasKeptBytes, !item.isResumable { return (true, nil) }
    return (false, remove(id))
  }

  mutating func remove(_ id: ID) -> Item? {
    let item = items.removeValue(forKey: id)
    if let item { busy.remove(item.key.destination) }
    return item
  }

  private mutating func noteEnd(of item: Item, as outcome: Outcome) {
    ended[item.key.destination] = (item.progress.transferredBytes, outcome)
  }
}

extension DownloadSchedule {
  /// The work that has to be done after a change, without the lock.
  struct Effects: Sendable {
    var tasks: [Task<Void, Never>] = []
    /// Downloads whose subscribers have to be notified of their cancellation.
    var cancelled: [Item] = []
    /// Ended downloads whose files have to be removed.
    var discards: [ID] = []
  }

  /// A download that waits, runs or is paused, or whose last run has not ended.
  struct Item: Sendable {
    let request: TransferRequest
    let file: URL
    /// The URL without credentials.
    let url: URL?
    let key: DownloadKey
    /// Whether its bytes stay on disk when it fails or is cancelled. They always do during a pause.
    var isResumable: Bool
    let source = Source()
    var priority: TransferPriority
    var subscriberCount = 1
    var progress: TransferProgress
    var isPaused = false
    /// Completed, cancelled or left by its last subscriber.
    var isOver = false
    var task: Task<Void, Never>?
    /// Whether the task was cancelled.
    var isStopping = false
    /// Whether a run has left bytes on disk.
    var hasKeptBytes = false

    init(_ request: TransferRequest, to file: URL, key: DownloadKey, isResumable: Bool) {
      var request = request
      // During a pause, every download keeps its bytes.
      request.isResumable = true
      request.resourceName = request.resourceName ?? key.name
      self.request = request
      self.file = file
      url = request.urlRequest.url?.withoutCredentials
      self.key = key
      self.isResumable = isResumable
      priority = request.priority
      progress = TransferProgress(transferredBytes: 0, expectedBytes: request.expectedByteCount)
    }

    var state: DownloaderItem.State { isPaused ? .paused : task == nil || isStopping ? .waiting : .running }
  }
}
