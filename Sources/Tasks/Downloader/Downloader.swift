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
/// A download is asked for by subscribing to its task. It waits until it is its turn: those of higher
/// ``TransferRequest/priority`` come first, and among equals who asked first. Who asks for the same request to the same
/// file while it waits, runs or is paused shares that one download. When the last of them leaves, it is cancelled, or it
/// loses its place in the queue.
///
/// The next download starts when the subscribers of the one before have been told of its end. When a ``SubscriptionBag``,
/// an operator such as `collected()` or ``Swift/Sequence/invalidateAll()`` gives up many downloads, those that wait do not
/// start in between.
///
/// By default unfinished downloads stay on disk, as hidden files beside their destinations: a download that was cancelled or
/// has failed, whose last subscriber has left, or whose program was ended, resumes where it stopped when it is asked for
/// again. ``unfinishedDownloads(in:)`` finds what earlier programs have left, and ``cancel(_:discarding:)`` removes the files
/// of one. A downloader that does not resume (``init(transport:maximumConcurrentDownloads:resumesDownloads:)``) keeps them
/// only while the download is paused. Bytes without a strong validator, or of a server without ranges, cannot be resumed:
/// they are removed in any case.
///
/// A downloader lives as long as somebody holds it or is subscribed to one of its tasks; letting go of it stops nothing.
public final class Downloader: Sendable {
  private let transport: any Transport
  private let resumesDownloads: Bool
  let board: DownloaderBoard

  /// How far everything is together, updated at most twenty times a second, on a queue of the downloader's own, when
  /// something has changed.
  ///
  /// `value` is always that of the moment. When the downloader goes away, subscribers are told of the end.
  public let progress: PublishedValue<DownloaderProgress>

  /// All downloads that wait, run or are paused, in the order in which they were asked for; updated as ``progress`` is.
  public let items: PublishedValue<[DownloaderItem]>

  /// Creates a downloader that has nothing to do.
  ///
  /// - Parameters:
  ///   - transport: What performs the requests.
  ///   - maximumConcurrentDownloads: How many downloads run at the same time; at least one.
  ///   - resumesDownloads: Whether a download that ends without success leaves what has arrived for the next one to the same
  ///     file; by default it does. Otherwise only those do whose ``TransferRequest/isResumable`` is set.
  public init(
    transport: any Transport = URLSession.shared, maximumConcurrentDownloads: Int = 4, resumesDownloads: Bool = true
  ) {
    self.transport = transport
    self.resumesDownloads = resumesDownloads
    board = DownloaderBoard(limit: maximumConcurrentDownloads)
    progress = board.progress
    items = board.items
  }

  deinit {
    board.close()
  }

  /// How many downloads run at the same time; at least one. When it is lowered, those that run go on to their end. While it
  /// is less than one, downloads that are asked for fail with ``TransferError/Reason/invalidSetting(_:)``, and those that
  /// wait go on waiting.
  public var maximumConcurrentDownloads: Int {
    get { board.ledger.withLock { $0.queue.limit } }
    set {
      change { ledger in
        ledger.queue.setLimit(newValue)
        return DownloadLedger.Work()
      }
    }
  }

  /// A task that downloads to a file when it is its turn.
  ///
  /// Progress, result and what happens to files are as with ``Transport/publishedTask(downloading:to:)``;
  /// there is no progress before the download's turn, nor while it is paused, and a pause does not make it go back. Time
  /// spent waiting does not count for ``TransferRequest/totalTimeout``, and a resumed download has all of it again.
  ///
  /// Two requests are the same if everything is alike that decides what the file may be: method, address, header fields,
  /// body, policies for caches and cookies, and what is expected of answer, size and digest. The settings of the first, as for retries, hold for both; the
  /// higher priority counts. While a file is being downloaded, another request to the same place fails with
  /// ``TransferError/Reason/destinationInUse(_:)``.
  ///
  /// - Parameters:
  ///   - request: A `URL`, a `URLRequest` or a ``TransferRequest``, of `http` or `https`.
  ///   - file: Where the file is put. Its folder must exist.
  ///   - key: Names what is downloaded, for requests that differ though they are for the same, as signed addresses do:
  ///     those with equal keys to the same file share the download of the first, and go on with its bytes, as with
  ///     ``TransferRequest/resourceName``. By default the request is compared.
  public func publishedTask(
    downloading request: some TransferRequestConvertible, to file: URL, key: String? = nil
  ) -> TransferTask<DownloadedFile> {
    let request = request.transferRequest
    let name = DownloadName(request, to: file, key: key)
    return TransferTask(start: { [self] run in
      let limit = maximumConcurrentDownloads
      guard limit >= 1 else {
        let text = "maximumConcurrentDownloads is \(limit), and must be at least 1"
        run.fail(TransferError(.invalidSetting(text), url: request.urlRequest.url))
        return .ended
      }
      let isResumable = resumesDownloads || request.isResumable
      let candidate = QueuedDownload(request, to: file, name: name, isResumable: isResumable, by: transport)
      guard let (id, download, work) = board.ledger.withLock({ $0.join(candidate) }) else {
        run.fail(TransferError(.destinationInUse(file), url: candidate.url))
        return .ended
      }
      // Before anything is started, so that nothing is missed.
      let token = download.attach(run)
      perform(work)
      return Subscription { [self] in
        token.invalidate()
        leave(id)
      }
    })
  }

}
