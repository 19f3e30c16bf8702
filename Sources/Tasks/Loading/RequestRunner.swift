import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends the requests of one transfer, follows redirects, and checks the length of the bodies.
struct RequestRunner: Sendable {
  let transport: any Transport
  let transfer: TransferRequest
  /// The names, in small letters, of the headers that the transport has added.
  private let addedFields: Set<String>

  init(for transfer: TransferRequest, by transport: any Transport) {
    var transfer = transfer
    self.transport = transport
    // Foundation on Linux does not accept a scheme in capitals.
    transfer.urlRequest.url = transfer.urlRequest.url?.withLowercasedScheme
    let fields = transfer.urlRequest.allHTTPHeaderFields ?? [:]
    transfer.urlRequest = transport.prepare(transfer.urlRequest)
    let prepared = transfer.urlRequest.allHTTPHeaderFields ?? [:]
    addedFields = Set(prepared.filter { fields[$0.key] != $0.value }.keys.map { $0.lowercased() })
    // The idle timeout is measured by the exchange, which must be the first to end it.
    transfer.urlRequest.timeoutInterval = min(transfer.idleTimeout, .longestSleep) / .seconds(1) + 3_600
    self.transfer = transfer
  }

  /// Sends a request and follows its redirects. `process` may return before the end of the body.
  func send<Success: Sendable>(
    _ request: URLRequest, uploading body: UploadBody? = nil, sent: @escaping @Sendable (Int64) -> Void = { _ in },
    process: (HTTPURLResponse, HTTPBody) async throws(TransferError) -> Success
  ) async throws(TransferError) -> (Success, lastRequest: URLRequest) {
    var (request, body, redirects) = (request, body, 0)
    while true {
      let exchange = HTTPExchange(request, body: body, priority: transfer.priority, sent: sent)
      let hasBody = body != nil || request.httpBody != nil || request.httpBodyStream != nil
      let (sentRequest, followed) = (request, redirects)
      let step = try await exchange.run(
        on: transport, idleTimeout: transfer.idleTimeout, clock: transfer.idleClock
      ) { () async throws(TransferError) -> Step<Success> in
        let response = try await exchange.response()
        let next = try redirect(sentRequest, hasBody: hasBody, count: followed, after: response)
        let body = HTTPBody(exchange: exchange, expectedBytes: response.announcedBytes(to: sentRequest))
        let step: Step<Success> = if let next { .redirect(next) } else { .done(try await process(response, body)) }
        await exchange.drain()
        return step
      }
      switch step {
      case .done(let success): return (success, request)
      case .redirect(let next):
        redirects += 1
        request = next.request
        if !next.keepsBody { body = nil }
      }
    }
  }

  private func redirect(
    _ request: URLRequest, hasBody: Bool, count: Int, after response: HTTPURLResponse
  ) throws(TransferError) -> Redirect? {
    let isAcceptable = transfer.acceptableResponses.statusCodes.contains(response.statusCode)
    if transfer.redirectPolicy.maximumCount == 0, isAcceptable { return nil }
    do throws(RefusedRedirect) {
      return try transfer.redirectPolicy.redirect(
        request, hasBody: hasBody, count: count, status: response.statusCode,
        location: response.value(forHTTPHeaderField: "Location"), fieldsOfOrigin: addedFields)
    } catch { throw TransferError(.redirectRefused(error.reason)) }
  }

  private typealias Redirect = (request: URLRequest, keepsBody: Bool)

  private enum Step<Success: Sendable>: Sendable {
    case done(Success)
    case redirect(Redirect)
  }
}

struct HTTPBody: Sendable {
  fileprivate let exchange: HTTPExchange
  let expectedBytes: Int64?

  /// Returns the next part, or nil at the end. Without an expected length, the transport decides if it is complete.
  func next() async throws(TransferError) -> Data? {
    do throws(TransferError) {
      if let part = try await exchange.nextPart() { return part }
    } catch {
      // The transport did not return after the last byte.
      guard case .stalled = error.reason, exchange.received.byteCount == expectedBytes else { throw error }
    }
    let failure = exchange.transportError
    if let expectedBytes {
      let byteCount = exchange.received.byteCount
      guard byteCount != expectedBytes else { return nil }
      let reason: TransferError.Reason =
        byteCount < expectedBytes ? .truncated(expectedBytes: expectedBytes) : .tooLong(expectedBytes: expectedBytes)
      throw TransferError(reason, underlying: failure)
    } else if let failure {
      throw TransferError(transport: failure)
    }
    return nil
  }
}

extension HTTPURLResponse {
  var rangeResponse: RangeResponse { RangeResponse(status: statusCode) { self.value(forHTTPHeaderField: $0) } }

  /// The length of the body in bytes, if it is known. A compressed body arrives decompressed, with another length.
  fileprivate func announcedBytes(to request: URLRequest) -> Int64? {
    let hasBody = request.httpMethod?.uppercased() != "HEAD" && ![204, 304].contains(statusCode)
    let response = rangeResponse
    return hasBody && !response.isEncoded ? response.length : nil
  }
}
