#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

#if canImport(FoundationNetworking)
  /// Transfers run in a second session with the configuration of this session, because Foundation on Linux has no delegates
  /// of single tasks. Authentication challenges are passed to the delegate of this session. Its other methods are not
  /// called, and `invalidateAndCancel()` does not cancel transfers.
  extension URLSession: Transport {
    public func prepare(_ request: URLRequest) -> URLRequest {
      SessionTransports.shared.transport(for: self).prepare(request)
    }

    public func perform(_ exchange: HTTPExchange) async throws {
      try await SessionTransports.shared.transport(for: self).perform(exchange)
    }

    /// The number of bytes of each range that a download requests. While one transfer waits for its disk, all sessions of
    /// Foundation on Linux wait, so a server must not send more than may wait in memory.
    var rangeByteCount: Int64? { 8 << 20 }
  }
#else
  /// Transfers run in this session, with delegates of their own for their tasks. The delegate of the session receives what
  /// these do not handle: authentication challenges and metrics. Background sessions have no data tasks, so transfers in
  /// them fail.
  extension URLSession: Transport {
    public func prepare(_ request: URLRequest) -> URLRequest { request.adding(configuration.credentials) }

    public func perform(_ exchange: HTTPExchange) async throws {
      let delegate = SessionTaskDelegate(exchange)
      defer { delegate.cancelTask() }
      // After a redirect to another origin, the request has no credentials. An empty header keeps the session from adding
      // those of its configuration.
      let request = exchange.request.adding(configuration.credentials.mapValues { _ in "" })
      try await delegate.perform {
        let task = task(for: exchange, sending: request)
        task.delegate = delegate
        delegate.start(task)
      }
    }

    /// The number of bytes of each range that a download requests: no limit.
    var rangeByteCount: Int64? { nil }
  }
#endif

extension URLRequest {
  /// The request with headers that it does not have yet.
  func adding(_ headers: [String: String]) -> URLRequest {
    headers.reduce(into: self) { request, header in
      guard request.value(forHTTPHeaderField: header.key) == nil else { return }
      request.setValue(header.value, forHTTPHeaderField: header.key)
    }
  }
}

extension URLSessionConfiguration {
  /// The headers of the configuration that authenticate the client.
  ///
  /// They are meant for one origin (scheme, host and port). A session adds them to every request, also to one to which a
  /// redirect leads elsewhere. So the first request gets them explicitly, and the requests after a redirect do not.
  var credentials: [String: String] {
    var credentials: [String: String] = [:]
    for (key, value) in httpAdditionalHeaders ?? [:] {
      guard let name = key as? String,
        ["authorization", "cookie", "proxy-authorization"].contains(name.lowercased())
      else { continue }
      credentials[name] = "\(value)"
    }
    return credentials
  }
}
