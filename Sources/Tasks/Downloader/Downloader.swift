public import Foundation
public import TidingsCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Downloads many files, a few at a time.
///
/// ```swift
/// let downloader = Downloader(maximumConcurrentDownloads: 3)
/// for photo in photos {
///   downloader.publishedTask(downloading: photo.address, to: photo.file)
///     .subscribe(success: { show($0.url) }, failure: { print($0) })
///     .store(in: subscriptions)
/// }
/// downloader.progress.subscribe { bar.fraction = $0.fractionCompleted }.store(in: subscriptions)
/// ```
///
/// To request a download, subscribe to its task. The download waits until there is a place for it. Downloads of higher
/// ``TransferRequest/priority`` start first, otherwise the order of the requests counts. Requesting the same URL and destination
/// again shares the download while it waits, runs or is paused. When its last subscriber leaves, it is cancelled.
///
/// The next download starts after the subscribers of the one that ended were notified. When a ``SubscriptionBag``, an operator
/// such as `collected()` or ``Swift/Sequence/invalidateAll()`` cancels many downloads together, no other starts in between.
///
/// A download that was cancelled, has failed or was left by its last subscriber, or whose process was killed, stays on disk as
/// hidden files beside its destination. The next request for it resumes it. ``unfinishedDownloads(in:)`` finds such downloads.
/// ``cancel(_:discarding:)`` and ``UnfinishedDownload/discard()`` remove their files.
///
/// Releasing the downloader does not stop its downloads. Its tasks keep it alive.
public final class Downloader: Sendable {
  private let scheduler: DownloadScheduler

  /// The progress of all downloads together.
  ///
  /// `value` is always current. Changes are delivered at most twenty times a second, on a queue. Ends with the downloader.
  public let progress: PublishedValue<DownloaderProgress>

  /// The downloads that wait, run or are paused, in the order of the requests. Changes are delivered as for ``progress``.
  public let items: PublishedValue<[DownloaderItem]>

  /// Creates a downloader without downloads. See ``maximumConcurrentDownloads``.
  public init(transport: any Transport = URLSession.shared, maximumConcurrentDownloads: Int = 4) {
    let scheduler = DownloadScheduler(transport: transport, limit: maximumConcurrentDownloads)
    self.scheduler = scheduler
    progress = scheduler.status.value { scheduler.progress }
    items = scheduler.status.value { scheduler.items }
  }

  deinit { scheduler.status.finish() }

  /// The maximum number of running downloads, at least 1.
  ///
  /// Running downloads beyond the `httpMaximumConnectionsPerHost` of a `URLSession` wait for a connection; see
  /// ``TransferRequest/idleTimeout``. After the number is lowered, running downloads continue. While it is less than 1, new
  /// downloads fail with ``TransferError/Reason/invalidSetting(_:)``, and waiting downloads do not start.
  public var maximumConcurrentDownloads: Int {
    get { scheduler.limit }
    set { scheduler.limit = newValue }
  }

  /// Returns a task that downloads to a file when there is a place for it.
  ///
  /// See ``Transport/publishedTask(downloading:to:)`` for the parameters, progress, result and files. There is no progress while
  /// the download waits or is paused, and a pause does not decrease it. ``TransferRequest/totalTimeout`` applies to each run: it
  /// does not include waiting, and starts again after a pause.
  ///
  /// Two requests are equal if they have the same ``TransferRequest/resourceName`` or, without one, if everything is equal that
  /// can change the file: method, URL, headers, body, policies for caches, cookies and redirects, accepted responses, the
  /// expected size and digest, and the maximum size. The other settings are those of the first request, and the higher priority
  /// counts. While a file is being downloaded, a different request to the same file fails with
  /// ``TransferError/Reason/destinationInUse(_:)``.
  public func publishedTask(
    downloading request: some TransferRequestConvertible, to file: URL
  ) -> TransferTask<DownloadedFile> {
    let request = request.transferRequest
    return TransferTask(start: { [self] run in
      let (id, source): (DownloadSchedule.ID, QueuedDownload.Source)
      do throws(TransferError) {
        (id, source) = try scheduler.join(QueuedDownload(request, to: file))
      } catch {
        run.fail(error.at(request.urlRequest.url))
        return .ended
      }
      let token = source.attach { update in
        switch update {
        case .inProgress(let progress): run.report(progress)
        case .completed(let result): run.complete(result)
        }
      }
      scheduler.startNext()
      return Subscription { [self] in
        token.invalidate()
        scheduler.leave(id)
      }
    })
  }

  /// Pauses a download, and gives its place to the next.
  ///
  /// Its subscribers receive nothing until it is resumed. A `GET` then continues with the bytes on disk, if the server supports
  /// that. Another request is sent again. If there is no download to the file, or its file is already in place, nothing happens.
  public func pause(_ file: URL) { change(file) { $0.pause($1) } }

  /// Resumes a paused download when there is a place for it. It keeps its position in the order of the requests.
  public func resume(_ file: URL) { change(file) { $0.resume($1) } }

  /// Cancels a download. Its subscribers receive ``TransferError/Reason/cancelled`` as the failure.
  ///
  /// Its bytes stay on disk for a later download, unless they cannot be resumed. With `discarding`, they are removed, at the
  /// latest before a later download to the same file starts. If there is no download to the file, or if its file is already
  /// in place, nothing happens. ``UnfinishedDownload/discard()`` removes the bytes of earlier downloads.
  ///
  /// - Parameters:
  ///   - file: The destination of the download.
  ///   - discarding: Whether the bytes are removed.
  public func cancel(_ file: URL, discarding: Bool = false) {
    change(file) { $0.cancel($1, as: .cancelled, discarding: discarding) }
  }

  /// Changes the priority of a download among those that wait.
  ///
  /// - Parameters:
  ///   - priority: The new priority.
  ///   - file: The destination of the download.
  public func setPriority(_ priority: TransferPriority, for file: URL) {
    change(file) { schedule, ids in for id in ids { schedule.change(id) { $0.priority = priority } } }
  }

  private func change(_ file: URL, _ body: (inout DownloadSchedule, [DownloadSchedule.ID]) -> Void) {
    // Resolved without the lock, because this can block.
    let destination = FilePath(file)
    scheduler.change { schedule in
      let ids = schedule.ids(destination)
      body(&schedule, ids)
    }
  }

  /// Pauses all downloads that wait or run. Later requests are not affected.
  public func pauseAll() { scheduler.change { $0.pause($0.ids(nil)) } }

  /// Resumes all paused downloads.
  public func resumeAll() { scheduler.change { $0.resume($0.ids(nil)) } }

  /// Cancels all downloads, as ``cancel(_:discarding:)`` does.
  public func cancelAll(discarding: Bool = false) {
    scheduler.change { $0.cancel($0.ids(nil), as: .cancelled, discarding: discarding) }
  }

  /// Finds the unfinished downloads in a folder: they were paused or cancelled, have failed, or their process was killed.
  ///
  /// ```swift
  /// for unfinished in try await downloader.unfinishedDownloads(in: folder) {
  ///   guard let photo = photos[unfinished.file.lastPathComponent] else { try await unfinished.discard(); continue }
  ///   show(downloader.publishedTask(downloading: photo.request, to: unfinished.file))
  /// }
  /// ```
  ///
  /// A download resumes when it is requested again, with the same destination and the same URL or
  /// ``TransferRequest/resourceName``. The URLs on disk have no credentials, so the program has to provide the request. The
  /// downloads of this downloader, files that cannot be read or do not belong together, and subfolders are left out. A download
  /// that was started without a downloader is found if its request has ``TransferRequest/isResumable``. So are downloads that are
  /// running elsewhere.
  ///
  /// - Returns: The downloads, sorted by the names of their files.
  /// - Throws: ``TransferError/Reason/sourceNotReadable(_:)`` if the folder cannot be read.
  public func unfinishedDownloads(in folder: URL) async throws(TransferError) -> [UnfinishedDownload] {
    let files = scheduler.files
    let found = try await UnfinishedDownload.all(in: folder)
    // Links may give the folder several paths.
    let own = Set((files + scheduler.files).map { FilePath($0) })
    return found.filter { !own.contains(FilePath($0.file)) }
  }
}
