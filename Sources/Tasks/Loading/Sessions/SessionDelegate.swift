import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands what arrives in a session to the exchanges it is for.
///
/// It must not call into any session, see ``DelegateQueue``.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let conversations = Locked<[Int: Conversation]>([:])

  func insert(_ conversation: Conversation, for task: URLSessionTask) {
    conversations.withLock { $0[task.taskIdentifier] = conversation }
  }

  private func conversation(of task: URLSessionTask) -> Conversation? {
    conversations.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let conversation = conversation(of: dataTask) {
      if let response = response as? HTTPURLResponse {
        // Foundation on Linux passes interim responses on, too; the final one follows (RFC 9110, 15.2).
        if !response.isInterim { conversation.hand { try $0.receive(response) } }
      } else {
        conversation.end(.failure(URLError(.badServerResponse)))
      }
    }
    // Also for an answer that is not wanted: Foundation on Linux ignores `.cancel`, the task is cancelled.
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let conversation = conversation(of: dataTask) else { return }
    conversation.hand { try $0.receive(data) }
    conversation.exchange.blockUntilThereIsRoom()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    conversation(of: task)?.hand { $0.reportSent(totalBytesSent) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let conversation = conversations.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    // Foundation on Linux hands over no redirect whose Location is missing or empty; the task has it nevertheless.
    if let conversation, error == nil, conversation.exchange.received.response == nil,
      let response = task.response as? HTTPURLResponse
    {
      conversation.hand { try $0.receive(response) }
    }
    conversation?.finish(error)
  }

  /// A redirect is an answer like any other: whether it is followed, and with which fields, is not decided here.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

extension HTTPURLResponse {
  /// Whether a final response follows. None does where protocols are switched, which no transfer asks for.
  fileprivate var isInterim: Bool { (100..<200).contains(statusCode) && statusCode != 101 }
}
