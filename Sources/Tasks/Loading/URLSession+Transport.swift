#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
  import TidingsCore

  /// Transfers run in a second session with the same configuration.
  ///
  /// Foundation on Linux has no delegates of single tasks. Authentication challenges are passed to the delegate of this
  /// session. Its other methods are not called, and `invalidateAndCancel()` does not cancel transfers.
  extension URLSession: Transport {
    public func prepare(_ request: URLRequest) -> URLRequest { SessionTransport.of(self).prepare(request) }
    public func perform(_ exchange: HTTPExchange) async throws { try await SessionTransport.of(self).perform(exchange) }

    /// 8 MiB, because all sessions wait while one transfer waits for its disk: no more may arrive than may wait in memory.
    public var rangeByteCount: Int64? { 8 << 20 }
  }

  /// The second session of a session of the user.
  package final class SessionTransport: Sendable {
    private let session: URLSession
    private let delegate: SessionDelegate
    private let credentials: [String: String]

    /// Tasks are created here: on Linux that waits for the queue that all sessions share.
    private let control = DispatchQueue(label: "Tidings.SessionTransport")

    /// Cancellations do not wait for new tasks, which cannot be created while a server floods the task to be cancelled.
    private let cancelling = DispatchQueue(label: "Tidings.SessionTransport.cancelling")

    private init(for origin: URLSession) {
      // A session on Linux returns its own configuration, not a copy.
      let configuration = origin.configuration.copy() as? URLSessionConfiguration ?? origin.configuration
      // A body that goes to a file should not be kept in memory as well.
      configuration.urlCache = nil
      credentials = configuration.credentials
      for name in credentials.keys { configuration.httpAdditionalHeaders?[name] = nil }
      delegate = SessionDelegate(for: origin)
      session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue())
    }

    deinit { session.finishTasksAndInvalidate() }

    private static let all = Locked<[Entry]>([])

    private struct Entry: Sendable {
      weak let origin: URLSession?
      let transport: SessionTransport
    }

    /// Returns the transport of a session. Those of released sessions are removed. They complete their exchanges.
    package static func of(_ origin: URLSession) -> SessionTransport {
      // Released without the lock, because the end of a session calls other code.
      let (transport, _) = all.withLock { entries in
        let abandoned = entries.filter { $0.origin == nil }
        entries.removeAll { $0.origin == nil }
        if let entry = entries.first(where: { $0.origin === origin }) { return (entry.transport, abandoned) }
        let transport = SessionTransport(for: origin)
        entries.append(Entry(origin: origin, transport: transport))
        return (transport, abandoned)
      }
      return transport
    }

    fileprivate func prepare(_ request: URLRequest) -> URLRequest { request.adding(credentials) }

    fileprivate func perform(_ exchange: HTTPExchange) async throws {
      // In memory: the upload of a file that fails or is cancelled ends the process, and so does truncating a mapped file.
      let body = try exchange.body?.prepared(readingUpTo: .max).body
      // Foundation would send the request again with the rest of the stream, which is empty.
      let answersChallenges = delegate.answersChallenges && exchange.request.isRepeatable
      let sessionTask = SessionTask(exchange, answersChallenges: answersChallenges)
      defer { cancelling.async { sessionTask.cancel() } }
      try await sessionTask.perform {
        // Keeps this object, which creates no more tasks once it is released.
        control.async { [self] in
          let task = session.task(for: exchange, sending: exchange.request, body)
          // Before the start, because the end of the task removes it.
          delegate.insert(sessionTask, for: task)
          sessionTask.start(task)
        }
      }
    }
  }

  /// Calls the delegate of a session in place.
  ///
  /// A session of Foundation on Linux reads as fast as the connection delivers, and appends each part to the queue of its
  /// delegate without a limit. In such a flood, `cancel()` and `resume()`, which need the queue that all sessions share, took up
  /// to 90 s. A delegate that is called in place can hold up the reading. In return it must not call into any session, and while
  /// it waits for a disk, no session reads.
  private final class DelegateQueue: OperationQueue, @unchecked Sendable {  // As its superclass. It adds no state.
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#else
  public import Foundation

  /// Transfers run in this session, with delegates of their own for their tasks.
  ///
  /// The delegate of the session receives what these do not handle: authentication challenges and metrics. Background
  /// sessions have no data tasks, so transfers in them fail.
  extension URLSession: Transport {
    public func prepare(_ request: URLRequest) -> URLRequest { request.adding(configuration.credentials) }

    public func perform(_ exchange: HTTPExchange) async throws {
      // Some tasks of these sessions end the process, and none has a delegate.
      guard configuration.identifier == nil else {
        throw TransferError(.invalidSetting("the URLSession is a background session, and must be another one"))
      }
      let sessionTask = SessionTask(exchange)
      defer { sessionTask.cancel() }
      // An empty header keeps the session from adding its credentials to a request after a redirect to another origin.
      let request = exchange.request.adding(configuration.credentials.mapValues { _ in "" })
      try await sessionTask.perform {
        let task = task(for: exchange, sending: request, exchange.body)
        let delegate = SessionDelegate()
        delegate.insert(sessionTask, for: task)
        task.delegate = delegate
        sessionTask.start(task)
      }
    }
  }
#endif

extension URLRequest {
  func adding(_ headers: [String: String]) -> URLRequest {
    headers.reduce(into: self) { request, header in
      guard request.value(forHTTPHeaderField: header.key) == nil else { return }
      request.setValue(header.value, forHTTPHeaderField: header.key)
    }
  }
}

extension URLSessionConfiguration {
  /// A session would add them to every request, also after a redirect to another origin. So the first request gets them.
  var credentials: [String: String] {
    var credentials: [String: String] = [:]
    for case (let name as String, let value) in httpAdditionalHeaders ?? [:]
    where ["authorization", "cookie", "proxy-authorization"].contains(name.lowercased()) {
      credentials[name] = "\(value)"
    }
    return credentials
  }
}
