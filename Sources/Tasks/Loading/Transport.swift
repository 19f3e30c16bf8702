#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sends the requests of transfers.
///
/// `URLSession` is a transport. To use another HTTP client, implement ``perform(_:)``:
///
///     struct MyTransport: Transport {
///       func perform(_ exchange: HTTPExchange) async throws {
///         let response = try await client.execute(exchange.request, body: exchange.body)
///         try exchange.receive(response.head)
///         for try await part in response.body {
///           try exchange.receive(part)
///           await exchange.waitForRoom()
///         }
///       }
///     }
///
/// A transport does not follow redirects, retry requests or store anything. The tasks do that.
public protocol Transport: Sendable {
  /// Returns the first request with the headers that the transport adds, such as credentials.
  ///
  /// By default, it adds none. They are removed from a request to which a redirect to another origin leads.
  func prepare(_ request: URLRequest) -> URLRequest

  /// The number of bytes of each range that a download requests, or nil for no limit, which is the default.
  ///
  /// A transport that sends its requests with another one returns the number of that one.
  var rangeByteCount: Int64? { get }

  /// Sends the request of an exchange, and passes the response and the parts of its body to it, in order.
  ///
  /// Returns after the end of the body. When the Swift task is cancelled, or a function of the exchange throws, it ends with
  /// any error. The exchange checks the length of the body, so a body that is too short need not be an error.
  func perform(_ exchange: HTTPExchange) async throws
}

extension Transport {
  public func prepare(_ request: URLRequest) -> URLRequest { request }
  public var rangeByteCount: Int64? { nil }
}
