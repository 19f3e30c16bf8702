public import Foundation
public import TidingsCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// A task that downloads to a file.
  ///
  /// ```swift
  /// let task = URLSession.shared.publishedTask(downloading: URLRequest(url: address), to: file)
  /// let token = task.subscribe(
  ///   progress: { bar.fraction = $0.fractionCompleted },
  ///   success: { print("\($0.byteCount) bytes") },
  ///   failure: { print($0) })
  /// ```
  ///
  /// The body is written, as it arrives, to a temporary file beside the destination, which takes its place only when
  /// it is whole; whatever stood there is replaced. Otherwise, also when the task is cancelled by the loss of its last
  /// subscriber, the temporary file is removed and the destination left as it was.
  ///
  /// Progress is reported when the server has answered, at most twenty times a second from then on, and at the last
  /// byte if the size is known. The task fails with a ``TransferError``. A redirect to another origin is followed
  /// without `Authorization`, `Cookie` and `Proxy-Authorization`, whether the request or the configuration has them.
  ///
  /// Downloads run in a session of their own, which is made with this session's configuration at its first download and
  /// lives as long as this one: what a data task receives is told to its session's delegate alone. This session's
  /// delegate hears nothing, and `invalidateAndCancel()` does not end the download; invalidating the subscription does.
  ///
  /// - Parameters:
  ///   - request: An `http` or `https` request.
  ///   - file: Where the file is put. Its folder must exist.
  public func publishedTask(
    downloading request: URLRequest, to file: URL
  ) -> TransferTask<DownloadedFile> {
    TransferTask(start: { run in
      DownloadSessions.shared.session(for: self).start(request, to: file, run: run)
    })
  }
}
