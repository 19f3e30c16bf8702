import Foundation
import TidingsCore

/// Runs downloads, a few at a time, those of higher priority first, and otherwise in the order of the requests.
///
/// One lock guards the state. Each run is a Swift task, and frees its place when it ends. Code of users runs without the lock.
final class DownloadScheduler: Sendable {
  typealias ID = DownloadSchedule.ID

  private let transport: any Transport
  private let state: Locked<DownloadSchedule>
  let status = DownloaderStatus()

  init(transport: any Transport, limit: Int) {
    self.transport = transport
    state = Locked(DownloadSchedule(limit: limit))
  }

  func join(_ item: QueuedDownload) throws(TransferError) -> (ID, QueuedDownload.Source) {
    try state.withLock { (state) throws(TransferError) in try state.join(item) }
  }

  /// Removes a subscriber. Others that the thread removes together with it are removed before the next download starts.
  func leave(_ id: ID) {
    let isGivingUp = Nesting.isGivingUp
    change { state in
      if isGivingUp { state.holds += 1 }
      state.leave(id)
    }
    if isGivingUp { Nesting.afterGivingUp { [self] in change { $0.holds -= 1 } } }
  }

  var limit: Int {
    get { state.withLock { $0.limit } }
    set { change { $0.limit = newValue } }
  }

  var items: [DownloaderItem] { state.withLock { $0.downloaderItems } }
  var progress: DownloaderProgress { state.withLock { $0.progress() } }
  var files: [URL] { state.withLock { $0.items.values.filter { !$0.isOver || $0.discards }.map(\.file) } }

  func startNext() {
    state.withLock { state in
      while let (id, item) = state.takeNext() { state.items[id]?.task = run(id, item) }
    }
    status.update()
  }

  /// Changes the state, and then does what has to be done without the lock.
  func change(_ body: (inout DownloadSchedule) -> Void) {
    // Nothing starts before the subscribers are notified, because they may cancel the next downloads.
    let effects = state.withLock { state in
      state.holds += 1
      body(&state)
      return state.takeEffects()
    }
    for task in effects.tasks { task.cancel() }
    for item in effects.cancelled { item.source.fail(TransferError(.cancelled, url: item.url)) }
    for id in effects.discards { discard(id) }
    state.withLock { $0.holds -= 1 }
    startNext()
  }

  private func run(_ id: ID, _ item: QueuedDownload) -> Task<Void, Never> {
    Task.detached(executorPreference: FileExecutor.shared, priority: item.priority.taskPriority) { [self] in
      let reporter = TransferReporter { [self] progress in
        guard let (progress, source) = state.withLock({ $0.report(progress, of: id) }) else { return }
        source.report(progress)
        status.update()
      }
      var request = item.request
      // Another subscriber may have requested a higher one.
      request.priority = item.priority
      let result = await transport.perform(request) { (runner) async throws(TransferError) in
        let mayMove: @Sendable () -> Bool = { [self] in state.withLock { $0.beginMove(id) } }
        return try await Download(destination: item.file, runner: runner, reports: reporter, mayMove: mayMove).run()
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
