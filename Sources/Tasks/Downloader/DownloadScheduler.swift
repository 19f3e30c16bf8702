import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Runs downloads, a few at a time, those of higher priority first, and otherwise in the order of the requests.
///
/// One lock guards the state. Each running download is one Swift task, and its place is free when that task has ended.
/// Starting, pausing and cancelling a download are changes of the state, and the start or the cancellation of its task.
/// Code of users is called without the lock.
final class DownloadScheduler: Sendable {
  /// Increases with each download, so that it also tells the order of the requests.
  typealias ID = UInt
  typealias Source = TaskSource<TransferProgress, DownloadedFile, TransferError>

  private let transport: any Transport
  private let state: Locked<State>
  let status = DownloaderStatus()

  init(transport: any Transport, limit: Int) {
    self.transport = transport
    state = Locked(State(limit: limit))
  }

  /// Adds a subscriber to a download, which is new unless the same one is waiting, running or paused.
  ///
  /// - Returns: Nil if another download to the same file is.
  func join(_ request: TransferRequest, to file: URL, key: DownloadKey, isResumable: Bool) -> (ID, Source)? {
    state.withLock { $0.join(Item(request, to: file, key: key, isResumable: isResumable)) }
  }

  /// Removes a subscriber. Other subscribers that the thread removes together with it are removed before the next download
  /// starts.
  func leave(_ id: ID) {
    guard Nesting.isGivingUp else { return change { $0.leave(id) } }
    change { state in
      state.holds += 1
      return state.leave(id)
    }
    Nesting.afterGivingUp { [self] in
      change { state in
        state.holds -= 1
        return Effects()
      }
    }
  }

  /// Pauses the download to a file, or all downloads.
  func pause(_ file: URL?) { change { $0.pause($0.ids(file)) } }

  func resume(_ file: URL?) { change { $0.resume($0.ids(file)) } }

  func cancel(_ file: URL?, discarding: Bool) {
    change { $0.cancel($0.ids(file), as: .cancelled, discarding: discarding) }
  }

  func setPriority(_ priority: TransferPriority, for file: URL) {
    change { state in
      for id in state.ids(file) { state.setPriority(priority, of: id) }
      return Effects()
    }
  }

  /// The maximum number of running downloads.
  var limit: Int {
    get { state.withLock { $0.limit } }
    set {
      change { state in
        state.limit = newValue
        return Effects()
      }
    }
  }

  var items: [DownloaderItem] { state.withLock { $0.downloaderItems } }

  var progress: DownloaderProgress { state.withLock { $0.progress() } }

  /// Whether a download to a file waits, runs or is paused.
  func isDownloading(to file: URL) -> Bool {
    state.withLock { $0.current[FilePath(file)] != nil }
  }

  /// Starts the downloads that have a place.
  func startNext() {
    state.withLock { state in
      while let (id, item) = state.takeNext() { state.items[id]?.task = run(id, item) }
    }
    status.update()
  }

  /// Changes the state, and then does what has to be done without the lock.
  private func change(_ body: (inout State) -> Effects) {
    // Nothing starts before the subscribers are notified, because they may cancel the next downloads.
    let effects = state.withLock { state in
      state.holds += 1
      return body(&state)
    }
    for task in effects.tasks { task.cancel() }
    for item in effects.cancelled { item.source.fail(TransferError(.cancelled, url: item.url)) }
    for id in effects.discards { discard(id) }
    state.withLock { $0.holds -= 1 }
    startNext()
  }
}

// MARK: Runs
extension DownloadScheduler {
  private func run(_ id: ID, _ item: Item) -> Task<Void, Never> {
    Task.detached(executorPreference: FileExecutor.shared, priority: item.priority.taskPriority) { [self] in
      let reporter = TransferReporter { [self] progress in
        guard let (progress, source) = state.withLock({ $0.report(progress, of: id) }) else { return }
        source.report(progress)
        status.update()
      }
      let result = await transport.perform(item.request) { (runner) async throws(TransferError) in
        try await Download(to: item.file, by: runner, reports: reporter) { [self] in
          state.withLock { $0.keepsBytes(id) }
        }.run()
      }
      reporter.complete(result) { [self] in finish(id, result) }
    }
  }

  /// Notifies the subscribers of a download that has ended, and then frees its place.
  private func finish(_ id: ID, _ result: Result<DownloadedFile, TransferError>) {
    if let (item, progress) = state.withLock({ $0.finish(id, result) }) {
      if let progress { item.source.report(progress) }
      item.source.complete(result)
    }
    // The item may hold the last reference to an object of a user, which must not be released under the lock.
    let (discards, item) = state.withLock { $0.runEnded(id) }
    withExtendedLifetime(item) {}
    if discards { discard(id) }
    startNext()
  }

  /// Removes the files of a download that has ended. Its destination is not free before.
  private func discard(_ id: ID) {
    guard let file = state.withLock({ $0.items[id]?.file }) else { return }
    Task.detached { [self] in
      // If another program is writing them, they are not ours to remove.
      try? await UnfinishedDownload(file: file, url: nil, byteCount: 0).discard()
      let item = state.withLock { $0.remove(id) }
      withExtendedLifetime(item) {}
      startNext()
    }
  }
}

/// What has to be done after a change of the state, without the lock.
private struct Effects: Sendable {
  var tasks: [Task<Void, Never>] = []
  /// Downloads whose subscribers have to be notified of their cancellation.
  var cancelled: [Item] = []
  /// Ended downloads whose files have to be removed.
  var discards: [DownloadScheduler.ID] = []
}

/// A download that waits, runs or is paused, or whose last run has not ended.
private struct Item: Sendable {
  let request: TransferRequest
  let file: URL
  /// The URL without credentials.
  let url: URL?
  let key: DownloadKey
  /// Whether its bytes stay on disk when it fails or is cancelled. They always do during a pause.
  var isResumable: Bool
  let source = DownloadScheduler.Source()
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

private struct State: Sendable {
  typealias ID = DownloadScheduler.ID

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
  private var ended: [FilePath: (byteCount: Int64, outcome: Outcome)] = [:]
  private var furthestFraction = 0.0

  enum Outcome: Sendable { case finished, failed, cancelled, left }

  init(limit: Int) {
    self.limit = limit
  }

  /// The download to a file, or all downloads, in the order of the requests.
  func ids(_ file: URL?) -> [ID] {
    guard let file else { return current.values.sorted() }
    return current[FilePath(file)].map { [$0] } ?? []
  }

  mutating func join(_ item: Item) -> (ID, DownloadScheduler.Source)? {
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

extension State {
  /// Whether the bytes of a run that is ending without success stay on disk.
  mutating func keepsBytes(_ id: ID) -> Bool {
    guard let item = items[id] else { return true }
    let isForPause = item.isStopping && !item.isOver
    let keeps = item.isResumable || isForPause
    items[id]?.hasKeptBytes = keeps
    return keeps
  }

  /// Records progress, which never decreases, also when a run after a pause starts over.
  mutating func report(_ progress: TransferProgress, of id: ID) -> (TransferProgress, DownloadScheduler.Source)? {
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
    let unfinished = current.count
    var count = unfinished
    for (byteCount, outcome) in ended.values {
      switch outcome {
      case .finished: sum.finished += 1
      case .failed, .cancelled: sum.failed += 1
      case .left: break
      }
      // A download that was cancelled or left is no longer wanted, so it is not a part of the whole.
      guard outcome == .finished || outcome == .failed else { continue }
      sum.add(byteCount, of: byteCount)
      fractions += 1
      count += 1
    }
    if count > 0 {
      let ofBytes = TransferProgress(transferredBytes: sum.transferredBytes, expectedBytes: sum.expectedBytes)
      let fraction = unfinished == 0 ? 1 : ofBytes.fractionCompleted ?? fractions / Double(count)
      furthestFraction = max(furthestFraction, fraction)
    }
    sum.fractionCompleted = furthestFraction
    return sum
  }
}

extension DownloaderProgress {
  fileprivate mutating func add(_ byteCount: Int64, of expected: Int64?) {
    transferredBytes += byteCount
    expectedBytes = expectedBytes.flatMap { sum in expected.map { sum + $0 } }
  }
}
