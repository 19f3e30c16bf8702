import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands what arrives in a session to the downloads it is for.
///
/// What arrives for a download that is over is dropped, so a cancellation that comes late or is lost does no harm.
final class DownloadDelegate: NSObject, URLSessionDataDelegate {
  private let downloads = Locked<[Int: Download]>([:])
  private let cancel: @Sendable (URLSessionTask) -> Void

  /// Creates a delegate that asks for tasks to be cancelled: it must not do so itself, see ``DelegateQueue``.
  init(cancel: @escaping @Sendable (URLSessionTask) -> Void) {
    self.cancel = cancel
  }

  func insert(_ download: Download, for task: URLSessionTask) {
    downloads.withLock { $0[task.taskIdentifier] = download }
  }

  /// Lets a download have what arrived for it, and ends it if it can't go on.
  private func deliver(to task: URLSessionTask, _ step: (Download) throws(TransferError) -> Void) {
    guard let download = downloads.withLock({ $0[task.taskIdentifier] }), !download.isOver else { return }
    do {
      try step(download)
    } catch {
      download.fail(error)
      cancel(task)
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    deliver(to: dataTask) { download throws(TransferError) in try download.receive(response) }
    // Also for an answer that ends the download: Foundation on Linux ignores `.cancel`, the task is cancelled.
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    deliver(to: dataTask) { download throws(TransferError) in try download.receive(data) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    deliver(to: task) { download throws(TransferError) in try download.finish(error) }
    downloads.withLock { $0[task.taskIdentifier] = nil }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(Credentials.kept(in: request, redirectedFrom: response.url))
  }
}
