#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
  import TidingsCore

  /// A session that performs the exchanges for a session of the user, with a copy of its configuration.
  ///
  /// Foundation on Linux has no delegates of single tasks, so the session needs a delegate of its own.
  package final class SessionTransport: Sendable {
    private let session: URLSession
    private let delegate: SessionDelegate
    private let credentials: [String: String]

    /// Tasks are created here: on Linux that waits for the queue that all sessions share.
    private let control = DispatchQueue(label: "Tidings.SessionTransport")

    /// Cancellations do not wait for new tasks, which cannot be created while a server floods the task to be cancelled.
    private let cancelling = DispatchQueue(label: "Tidings.SessionTransport.cancelling")

    init(for origin: URLSession) {
      // A session on Linux returns its own configuration, not a copy.
      let configuration = origin.configuration.copy() as? URLSessionConfiguration ?? origin.configuration
      // A body that goes to a file should not be kept in memory as well.
      configuration.urlCache = nil
      credentials = configuration.credentials
      for name in credentials.keys { configuration.httpAdditionalHeaders?[name] = nil }
      delegate = SessionDelegate(for: origin)
      session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue())
    }

    deinit {
      session.finishTasksAndInvalidate()
    }

    func prepare(_ request: URLRequest) -> URLRequest { request.adding(credentials) }

    func perform(_ exchange: HTTPExchange) async throws {
      let taskDelegate = SessionTaskDelegate(exchange, answersChallenges: delegate.answersChallenges)
      defer { cancelling.async { taskDelegate.cancelTask() } }
      try await taskDelegate.perform {
        // Keeps this object, which creates no more tasks once it is released.
        control.async { [self] in
          let task = session.task(for: exchange, sending: exchange.request)
          // Before the start, because the end of the task removes it.
          delegate.insert(taskDelegate, for: task)
          taskDelegate.start(task)
        }
      }
    }
  }

  /// The transports of the sessions that were asked for a transfer and are still alive.
  package final class SessionTransports: Sendable {
    static let shared = SessionTransports()

    private let entries = Locked<[Entry]>([])

    private struct Entry: Sendable {
      weak let origin: URLSession?
      let transport: SessionTransport
    }

    package init() {}

    /// Returns the transport for a session, which is created at the first call.
    ///
    /// The transports of released sessions are removed. They complete the exchanges in progress.
    package func transport(for origin: URLSession) -> SessionTransport {
      // Released without the lock, because the end of a session calls other code.
      let (transport, _) = entries.withLock { entries in
        let abandoned = entries.filter { $0.origin == nil }
        entries.removeAll { $0.origin == nil }
        if let entry = entries.first(where: { $0.origin === origin }) { return (entry.transport, abandoned) }
        let transport = SessionTransport(for: origin)
        entries.append(Entry(origin: origin, transport: transport))
        return (transport, abandoned)
      }
      return transport
    }

    package var count: Int { entries.withLock { $0.count } }
  }

  /// Passes the calls for each task to the delegate of that task, and challenges to the delegate of the user's session.
  ///
  /// It is called on the queue of all sessions, so it must not call into a session; see ``DelegateQueue``.
  private final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private weak let origin: URLSession?
    private let taskDelegates = Locked<[Int: SessionTaskDelegate]>([:])

    init(for origin: URLSession) {
      self.origin = origin
    }

    func insert(_ delegate: SessionTaskDelegate, for task: URLSessionTask) {
      taskDelegates.withLock { $0[task.taskIdentifier] = delegate }
    }

    private func delegate(of task: URLSessionTask) -> SessionTaskDelegate? {
      taskDelegates.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      guard let delegate = delegate(of: dataTask) else { return completionHandler(.allow) }
      delegate.urlSession(session, dataTask: dataTask, didReceive: response, completionHandler: completionHandler)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      delegate(of: dataTask)?.urlSession(session, dataTask: dataTask, didReceive: data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      delegate(of: task)?.urlSession(
        session, task: task, didSendBodyData: bytesSent, totalBytesSent: totalBytesSent,
        totalBytesExpectedToSend: totalBytesExpectedToSend)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let delegate = taskDelegates.withLock { $0.removeValue(forKey: task.taskIdentifier) }
      delegate?.urlSession(session, task: task, didCompleteWithError: error)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    /// Whether the user's session has a delegate.
    var answersChallenges: Bool { origin?.delegate != nil }

    /// Asks the delegate of the user's session, on its queue.
    ///
    /// Foundation supports only Basic authentication. It waits forever after a default handling without a credential, and
    /// it ends the process if it has a credential for another method. So it gets an answer only if it can use it.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let taskDelegate = self.delegate(of: task) else { return }
      guard let origin, let delegate = origin.delegate else { return taskDelegate.refuseChallenge() }
      let isBasic = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic
      let answer: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = { disposition, credential in
        switch disposition {
        case .useCredential where isBasic && credential != nil: completionHandler(.useCredential, credential)
        case .cancelAuthenticationChallenge: taskDelegate.cancelChallenge()
        case .useCredential, .performDefaultHandling, .rejectProtectionSpace: taskDelegate.refuseChallenge()
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
  }

  /// Calls the delegate of a session in place.
  ///
  /// A session of Foundation on Linux reads as fast as the connection delivers, and appends each part to the queue of its
  /// delegate without a limit. In such a flood, `cancel()` and `resume()`, which need the queue that all sessions share,
  /// were measured to take from 4 ms to 4 s, in one run 90 s. A delegate that is called in place can hold up the reading. In
  /// return it must not call into any session, and while it waits for a disk, no session reads.
  private final class DelegateQueue: OperationQueue, @unchecked Sendable {  // As its superclass. It adds no state.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      block()
    }
  }
#endif
