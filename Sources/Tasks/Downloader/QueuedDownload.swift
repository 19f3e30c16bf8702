import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A download in the queue of a ``Downloader``, which all who ask for it share.
final class QueuedDownload: Sendable {
  let name: DownloadName
  let file: URL
  /// The address without what gives access.
  let url: URL?
  let priority: TransferPriority
  let expectedByteCount: Int64?
  /// Whether its unfinished files stay when it ends without success. They always do while it is paused.
  let isResumable: Bool
  let remains: Remains

  /// Its runs. One task for all of them: it starts the next only when it has stopped the last one, and if one has
  /// succeeded while it was stopped, the next tells so.
  let task: TransferTask<DownloadedFile>

  /// What those who ask for it are told. It knows nothing of pauses.
  let source = TaskSource<TransferProgress, DownloadedFile, TransferError>()

  init(
    _ request: TransferRequest, to file: URL, name: DownloadName, isResumable: Bool, by transport: any Transport
  ) {
    var request = request
    // Also for a pause.
    request.isResumable = true
    self.isResumable = isResumable
    remains = Remains(areKeptAfterFailure: isResumable)
    request.remains = remains
    request.resourceName = request.resourceName ?? name.givenKey
    self.name = name
    self.file = file
    url = request.urlRequest.url?.withoutCredentials
    priority = request.priority
    expectedByteCount = request.expectedByteCount
    task = transport.publishedTask(downloading: request, to: file)
  }

  /// Passes what is told on to one who asks for it, in order and never going back.
  ///
  /// A report that a pause has overtaken on another thread may come after those of the next run.
  func attach(_ run: TaskRun<TransferProgress, DownloadedFile, TransferError>) -> Subscription {
    let furthest = Locked<Int64>(0)
    return source.attach { update in
      switch update {
      case .inProgress(let progress):
        let isNew = furthest.withLock { furthest in
          guard progress.transferredBytes >= furthest else { return false }
          furthest = progress.transferredBytes
          return true
        }
        if isNew { run.report(progress) }
      case .completed(let result):
        run.complete(result)
      }
    }
  }
}
