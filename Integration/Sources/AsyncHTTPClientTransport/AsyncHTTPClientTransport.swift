public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationEssentialsCompat
import NIOHTTP1
import NIOHTTPCompression
public import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Transfers by AsyncHTTPClient, for programs that have it already, or that want its connections, proxies or TLS.
///
/// ```swift
/// let transport = AsyncHTTPClientTransport()
/// let download = transport.publishedTask(downloading: request, to: file)
/// ```
///
/// It has its own client, because redirects cannot be disabled for a single request. Keep the transport, because it
/// reuses connections. They are closed after the release of the transport and the end of its last transfer.
///
/// The client connects to a server that refuses, or whose certificate is not accepted, again and again, until `timeout.connect`
/// of the configuration has passed. That is 10 seconds by default. Both count as worth retrying.
public final class AsyncHTTPClientTransport: Transport {
  private let client: HTTPClient

  /// Creates a transport, and a client with a configuration, whose settings of redirects and decompression are not used.
  public init(configuration: HTTPClient.Configuration = HTTPClient.Configuration()) {
    var configuration = configuration
    // The tasks decide whether a redirect is followed, and with which headers.
    configuration.redirectConfiguration = .disallow
    // A response is decoded while it is received. A task can limit its size, and does not resume it.
    configuration.decompression = .enabled(limit: .none)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  deinit {
    // Returns immediately. The client lives until its connections are closed.
    client.shutdown { _ in }
  }

  public func perform(_ exchange: HTTPExchange) async throws {
    // The client must not be shut down by the deinitialiser while this runs.
    defer { withExtendedLifetime(self) {} }
    switch exchange.body {
    case .file(let file):
      try await file.withBody(sent: exchange.reportSent) { try await send(exchange, $0) }
    case .data(let data):
      try await send(exchange, data.body(sent: exchange.reportSent))
    case nil:
      let body = exchange.request.httpBody.map { HTTPClientRequest.Body.bytes(ByteBuffer(data: $0)) }
      try await send(exchange, body ?? exchange.request.httpBodyStream?.body(sent: exchange.reportSent))
    }
  }

  private func send(_ exchange: HTTPExchange, _ body: HTTPClientRequest.Body?) async throws {
    guard let url = exchange.request.url else { throw URLError(.badURL) }
    var request = HTTPClientRequest(url: url.absoluteString)
    request.method = HTTPMethod(rawValue: exchange.request.httpMethod ?? "GET")
    request.headers = HTTPHeaders((exchange.request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) })
    request.body = body
    // The tasks cancel at their time limits.
    let answer = try await client.execute(request, deadline: .distantFuture)
    try exchange.receive(answer.head(from: url))
    for try await part in answer.body {
      try exchange.receive(Data(buffer: part))
      // While no bytes are taken here, the client reads little from the connection.
      await exchange.waitForRoom()
    }
  }
}

extension HTTPClientResponse {
  fileprivate func head(from url: URL) throws -> HTTPURLResponse {
    // RFC 9110, 5.3: several headers with one name are one, with a list of values. No task reads the exception, `Set-Cookie`.
    let fields = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
    guard
      let head = HTTPURLResponse(
        url: url, statusCode: Int(status.code), httpVersion: "\(version)", headerFields: fields)
    else { throw URLError(.badServerResponse) }
    return head
  }
}
