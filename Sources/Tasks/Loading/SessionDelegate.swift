import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Passes the calls of a session to its tasks, and on Linux challenges to the delegate of the user's session.
///
/// On Linux, it serves all tasks of a session, and must not call into one; see `DelegateQueue`. Elsewhere, it serves one task.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let tasks = Locked<[Int: SessionTask]>([:])

  #if canImport(FoundationNetworking)
    private weak let origin: URLSession?

    init(for origin: URLSession) { self.origin = origin }
  #endif

  func insert(_ sessionTask: SessionTask, for task: URLSessionTask) {
    tasks.withLock { $0[task.taskIdentifier] = sessionTask }
  }

  private func sessionTask(_ task: URLSessionTask) -> SessionTask? { tasks.withLock { $0[task.taskIdentifier] } }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    sessionTask(dataTask)?.receive(response)
    // Also for a response that is not wanted: Foundation on Linux ignores `.cancel`. The task is cancelled instead.
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    sessionTask(dataTask)?.receive(data, of: dataTask)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) { sessionTask(task)?.reportSent(totalBytesSent) }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    tasks.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(task, error)
  }

  /// Passes redirects as responses. The transfer decides whether it follows them, and with which headers.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }

  #if canImport(FoundationNetworking)
    var answersChallenges: Bool { origin?.delegate != nil }

    /// Asks the delegate of the user's session, on its queue.
    ///
    /// Foundation supports only Basic authentication. It waits forever after a default handling without a credential, and
    /// it ends the process if it has a credential for another method. So it gets an answer only if it can use it.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let sessionTask = sessionTask(task) else { return }
      guard sessionTask.awaitsAnswer, let origin, let delegate = origin.delegate else {
        return sessionTask.refuseChallenge()
      }
      let isBasic = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic
      let answer: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = { disposition, credential in
        switch disposition {
        case .useCredential where isBasic && credential != nil: completionHandler(.useCredential, credential)
        case .cancelAuthenticationChallenge: sessionTask.cancelChallenge()
        case .useCredential, .performDefaultHandling, .rejectProtectionSpace: sessionTask.refuseChallenge()
        }
      }
      origin.delegateQueue.addOperation {
        if let delegate = delegate as? any URLSessionTaskDelegate {
          delegate.urlSession(origin, task: task, didReceive: challenge, completionHandler: answer)
        } else {
          delegate.urlSession(origin, didReceive: challenge, completionHandler: answer)
        }
      }
    }
  #else
    /// Keeps the body, which goes to a file or a subscriber, out of the cache.
    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
      completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) { completionHandler(nil) }
  #endif
}
