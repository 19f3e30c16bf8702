import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session of the module's own, in which exchanges are performed.
package final class SessionTransport: Sendable {
  private let session: URLSession
  private let delegate: SessionDelegate
  private let credentials: Credentials

  /// Tasks are made, resumed and cancelled here: on Linux each of these waits for the queue that all sessions
  /// share, and whoever starts or cancels an exchange must not.
  private let control = DispatchQueue(label: "Tidings.SessionTransport")

  /// Cancellations do not wait behind new tasks: those wait in vain while a server floods a task that is to be cancelled.
  private let cancelling = DispatchQueue(label: "Tidings.SessionTransport.cancelling")

  init(configuration: URLSessionConfiguration) {
    let configuration = Self.adapted(configuration)
    credentials = Credentials(takenFrom: configuration)
    delegate = SessionDelegate()
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue())
  }

  /// A copy of a configuration, changed for transfers.
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

  func prepare(_ request: URLRequest) -> URLRequest { credentials.added(to: request) }

  func perform(_ exchange: HTTPExchange) async throws {
    let conversation = Conversation(exchange)
    // Whoever ends early leaves a task behind.
    defer { cancelling.async { conversation.cancelTask() } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        conversation.wait(continuation)
        // Holds on to this object, which takes no more tasks once it is gone.
        control.async { [self] in
          let task = makeTask(for: exchange)
          // Known before it can be cancelled, whose end forgets it.
          delegate.insert(conversation, for: task)
          guard conversation.begin(task) else {
            // Made is made: a session does not end before all of its tasks, also those that were never resumed.
            return task.cancel()
          }
          task.resume()
        }
      }
    } onCancel: {
      conversation.end(.failure(CancellationError()))
    }
  }

  private func makeTask(for exchange: HTTPExchange) -> URLSessionTask {
    let task =
      switch exchange.body {
      case .data(let data): session.uploadTask(with: exchange.request, from: data)
      case .file(let file): session.uploadTask(with: exchange.request, fromFile: file)
      case nil: session.dataTask(with: exchange.request)
      }
    task.priority = exchange.priority.ofSessionTask
    return task
  }
}

extension TransferPriority {
  fileprivate var ofSessionTask: Float {
    switch self {
    case .low: URLSessionTask.lowPriority
    case .normal: URLSessionTask.defaultPriority
    case .high: URLSessionTask.highPriority
    }
  }
}
