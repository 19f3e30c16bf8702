import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests of one transfer: follows redirects, and says what went wrong in the terms of ``TransferError``.
struct Requester: Sendable {
  let transport: any Transport
  let transfer: TransferRequest
  let backlog: Backlog

  /// How a request has ended.
  struct Outcome: Sendable {
    /// The last request, to which redirects have led, and the answer to it.
    let request: URLRequest
    let response: HTTPURLResponse
    let byteCount: Int64
  }

  private struct Redirection: Sendable {
    var request: URLRequest
    var keepsBody: Bool
  }

  /// Sends a request, and returns when the answer that it leads to has been received and dealt with.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - body: What to send with it.
  ///   - sent: Told how much of the body has been sent.
  ///   - answer: Decides what becomes of the answer. It is not asked about redirects that are followed.
  func send(
    _ request: URLRequest, uploading body: UploadBody? = nil, sent: @escaping @Sendable (Int64) -> Void = { _ in },
    answer: @escaping Exchange.Answer
  ) async throws(TransferError) -> Outcome {
    var request = request
    var body = body
    var count = 0
    while true {
      let current = request
      let (redirects, hasBody) = (count, body != nil || request.httpBody != nil)
      let redirection = Locked<Redirection?>(nil)
      let exchange = Exchange(current, body: body, priority: transfer.priority, backlog: backlog, sent: sent) {
        (response) throws(TransferError) -> Exchange.BodyUse in
        guard
          let next = try nextRequest(after: response, to: current, hasBody: hasBody, followed: redirects)
        else { return try answer(response) }
        redirection.withLock { $0 = next }
        return .none
      }
      let outcome = try await perform(exchange)
      guard let next = redirection.withLock({ $0 }) else { return outcome }
      count += 1
      request = next.request
      if !next.keepsBody { body = nil }
    }
  }

  private func perform(_ exchange: Exchange) async throws(TransferError) -> Outcome {
    let failure: (any Error)?
    do {
      try await exchange.run(on: transport, idleTimeout: transfer.idleTimeout, clock: transfer.idleClock)
      failure = nil
    } catch {
      failure = error
    }
    // What has arrived is dealt with first: it counts, also of a body that has ended early.
    try await backlog.run { () throws(TransferError) in }
    let (response, byteCount) = exchange.received
    switch exchange.interruption {
    case .failure(let error): throw error
    case .cancelled: throw .cancelled
    case .enough, nil: break
    }
    if exchange.interruption == nil {
      try check(byteCount, of: response?.announcedBytes(to: exchange.request), failure)
    }
    guard let response else { throw TransferError(.invalidAnswer("it has no head")) }
    return Outcome(request: exchange.request, response: response, byteCount: byteCount)
  }

  /// Whether a body is whole: by its announced size where there is one, otherwise as the transport says.
  private func check(_ byteCount: Int64, of announced: Int64?, _ failure: (any Error)?) throws(TransferError) {
    if let announced {
      if byteCount < announced { throw TransferError(.truncated(expectedBytes: announced), underlying: failure) }
      if byteCount > announced { throw TransferError(.tooLong(expectedBytes: announced), underlying: failure) }
    } else if let failure {
      throw TransferError(.connectionFailed, underlying: failure)
    }
  }

  /// The request that an answer leads to; nil if it is no redirect.
  private func nextRequest(
    after response: HTTPURLResponse, to request: URLRequest, hasBody: Bool, followed count: Int
  ) throws(TransferError) -> Redirection? {
    guard let url = request.url else { return nil }
    let asked = RedirectRule.Asked(method: request.httpMethod ?? "GET", hasBody: hasBody, url: url, count: count)
    let location = response.value(forHTTPHeaderField: "Location")
    switch transfer.redirectPolicy.rule.next(after: asked, status: response.statusCode, location: location) {
    case .success(let next): return Redirection(request: request.redirected(to: next), keepsBody: next.keepsBody)
    case .failure(.notARedirect): return nil
    case .failure(let refusal): throw TransferError(.redirectRefused(refusal.description))
    }
  }
}

extension RedirectPolicy {
  fileprivate var rule: RedirectRule {
    RedirectRule(maximumCount: maximumCount, allowsDowngrade: allowsDowngrade, allowsOtherHosts: allowsOtherHosts)
  }
}

extension URLRequest {
  fileprivate func redirected(to next: RedirectRule.Next) -> URLRequest {
    var request = self
    request.url = next.url
    request.httpMethod = next.method
    var dropped: Set<String> = next.dropsCredentials ? RedirectRule.fieldsOfOrigin : []
    if !next.keepsBody {
      request.httpBody = nil
      dropped.formUnion(RedirectRule.fieldsOfBody)
    }
    for name in (allHTTPHeaderFields ?? [:]).keys where dropped.contains(name.lowercased()) {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    return request
  }
}
