import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session of the module's own, in which downloads run.
///
/// A session tells one delegate, given at its creation, what arrives, and a delegate of a single task is not called
/// on Linux; so a download can't run in a session that somebody else has made.
package final class DownloadSession: Sendable {
  private let session: URLSession
  private let delegate: DownloadDelegate
  private let credentials: Credentials

  /// Tasks are made, resumed and cancelled here: on Linux each of these waits for the queue that all sessions
  /// share, and a subscriber that comes or goes must not.
  private let control: DispatchQueue

  init(configuration: URLSessionConfiguration) {
    let control = DispatchQueue(label: "Tidings.DownloadSession")
    self.control = control
    let configuration = Self.adapted(configuration)
    credentials = Credentials(takenFrom: configuration)
    delegate = DownloadDelegate { task in control.async { task.cancel() } }
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue())
  }

  /// A copy of a configuration, changed for downloads.
  private static func adapted(_ configuration: URLSessionConfiguration) -> URLSessionConfiguration {
    // On Linux a session does not hand out a copy but its own.
    guard let copy = configuration.copy() as? URLSessionConfiguration else { return configuration }
    // What is on its way to a file should not be kept in memory as well, nor come from there.
    copy.urlCache = nil
    return copy
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Starts a download; the token cancels it.
  func start(_ request: URLRequest, to destination: URL, run: Download.Run) -> Subscription {
    do {
      try request.checkTransferable()
      let download = try Download(into: PartialFile(for: destination), run: run)
      let task = Locked<URLSessionTask?>(nil)
      // Holds on to this object, which takes no more tasks once it is gone.
      control.async { [self] in
        guard !download.isOver else { return }
        let started = session.dataTask(with: credentials.added(to: request))
        task.withLock { $0 = started }
        delegate.insert(download, for: started)
        started.resume()
      }
      return Subscription { [control] in
        download.cancel()
        control.async { task.withLock { $0 }?.cancel() }
      }
    } catch {
      run.fail(error)
      return .ended
    }
  }
}

extension URLRequest {
  fileprivate func checkTransferable() throws(TransferError) {
    guard let url, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host(), !host.isEmpty
    else {
      throw .unsupportedURL(url?.absoluteString ?? "")
    }
  }
}
