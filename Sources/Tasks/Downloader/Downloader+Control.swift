public import Foundation
import TidingsCore

extension Downloader {
  /// Stops a download until it is resumed, and gives its place to the next.
  ///
  /// Its subscribers are not told: they get no progress until it goes on, from the bytes that are on disk where the
  /// server can do that, otherwise from the start. If nothing waits, runs or is paused to that file, nothing happens.
  ///
  /// - Parameter file: Where the file is put.
  public func pause(_ file: URL) { change(file) { DownloadLedger.Work(actions: $0.queue.pause($1)) } }

  /// Lets a paused download go on when it is its turn. It is as if it had waited since it was asked for.
  public func resume(_ file: URL) { change(file) { DownloadLedger.Work(actions: $0.queue.resume($1)) } }

  /// Ends a download: its subscribers get ``TransferError/Reason/cancelled`` as its failure.
  ///
  /// What has arrived stays on disk for a later download to the same file, unless it cannot be resumed, or the downloader
  /// does not resume. With `discarding` it is removed: at the latest when a later download to the same file begins. If
  /// nothing waits, runs or is paused to that file, nothing happens, and ``UnfinishedDownload/discard()`` removes what an
  /// earlier download has left.
  ///
  /// - Parameters:
  ///   - file: Where the file was to be put.
  ///   - discarding: Whether what has arrived is removed.
  public func cancel(_ file: URL, discarding: Bool = false) {
    change(file) { $0.cancel($1, discarding: discarding) }
  }

  /// Puts a download behind or before others that wait. One that is running goes on.
  public func setPriority(_ priority: TransferPriority, for file: URL) {
    change(file) { ledger, ids in
      DownloadLedger.Work(actions: ids.flatMap { ledger.queue.setPriority(priority, of: $0) })
    }
  }

  /// Pauses all downloads that wait or run. Those that are asked for later start as usual.
  public func pauseAll() { change { DownloadLedger.Work(actions: $0.queue.pause($0.queue.ids)) } }

  /// Lets all paused downloads go on, each when it is its turn.
  public func resumeAll() { change { DownloadLedger.Work(actions: $0.queue.resume($0.queue.ids)) } }

  /// Ends all downloads, as ``cancel(_:discarding:)`` does.
  public func cancelAll(discarding: Bool = false) { change { $0.cancel($0.queue.ids, discarding: discarding) } }

  private func change(
    _ file: URL, _ body: (inout DownloadLedger, [DownloadQueue.ID]) -> DownloadLedger.Work
  ) {
    let destination = DownloadName.destination(file)
    change { ledger in
      guard let id = ledger.queue.id(at: destination) else { return DownloadLedger.Work() }
      return body(&ledger, [id])
    }
  }
}

extension Downloader {
  /// Changes the ledger, then does what follows from it.
  func change(_ body: (inout DownloadLedger) -> DownloadLedger.Work) {
    perform(board.ledger.withLock { body(&$0) }) { $0.source.fail(TransferError(.cancelled, url: $0.url)) }
  }

  /// A subscriber leaves. Others that the thread gives up together with it leave before the next download starts.
  func leave(_ id: DownloadQueue.ID) {
    guard Nesting.isGivingUp else { return change { $0.leave(id) } }
    change { ledger in
      ledger.queue.holdStarts()
      return ledger.leave(id)
    }
    Nesting.afterGivingUp { [self] in
      change { ledger in
        ledger.queue.releaseStarts()
        return DownloadLedger.Work()
      }
    }
  }

  /// Stops what is to be stopped, tells the subscribers of those that have ended, then starts those whose turn it is.
  func perform(_ work: DownloadLedger.Work, tell: (QueuedDownload) -> Void = { _ in }) {
    perform(work.actions)
    for download in work.ended { tell(download) }
    startNext()
    board.update()
  }

  private func startNext() {
    while true {
      let starts = board.ledger.withLock { $0.queue.fill() }
      guard !starts.isEmpty else { return }
      // One that somebody pauses while it starts gives its place back.
      perform(starts)
    }
  }

  /// Does what the queue asks for; also what it asks for then.
  private func perform(_ first: [DownloadQueue.Action]) {
    var actions = FIFO<DownloadQueue.Action>()
    for action in first { actions.append(action) }
    while let action = actions.popFirst() {
      for next in perform(action) { actions.append(next) }
    }
  }

  private func perform(_ action: DownloadQueue.Action) -> [DownloadQueue.Action] {
    switch action {
    case .start(let id):
      guard let download = board.ledger.withLock({ $0.download(id) }) else { return [] }
      let token = download.task.attach { [weak self] update in self?.receive(update, of: id) }
      return board.ledger.withLock { ledger in
        ledger.hold(token, for: id)
        return ledger.queue.started(id)
      }
    case .stop(let id):
      board.ledger.withLock { $0.discardedRemains(of: id) }?.discard()
      board.ledger.withLock { $0.takeToken(of: id) }?.invalidate()
      discardIfDue(id)
      return board.ledger.withLock { $0.queue.stopped(id) }
    case .forget(let id):
      discardIfDue(id)
      // What belonged to a user goes without the lock.
      let leftovers = board.ledger.withLock { $0.forget(id) }
      withExtendedLifetime(leftovers) {}
      return []
    }
  }

  /// Removes the unfinished files of a download that is over and should not leave any. Called before its place is free: the
  /// next download to the same file then waits for that.
  private func discardIfDue(_ id: DownloadQueue.ID) {
    if let file = board.ledger.withLock({ $0.takeDiscarded(id) }) { DestinationClaims.shared.discard(for: file) }
  }

  private func receive(
    _ update: TaskUpdate<TransferProgress, DownloadedFile, TransferError>, of id: DownloadQueue.ID
  ) {
    switch update {
    case .inProgress(let progress):
      let (report, download) = board.ledger.withLock { ($0.report(progress, of: id), $0.download(id)) }
      guard let report else { return }
      download?.source.report(report)
      board.update()
    case .completed(let result):
      let byteCount = (try? result.get())?.byteCount
      guard let work = board.ledger.withLock({ $0.finish(id, byteCount: byteCount) }) else { return }
      perform(work) { download in
        if let progress = work.lastProgress { download.source.report(progress) }
        download.source.complete(result)
      }
    }
  }
}
