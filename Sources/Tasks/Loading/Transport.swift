#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What carries requests to servers and brings back what they answer.
///
/// `URLSession` is one. Another takes a few lines around a client's own call, and is then all that tasks are made of:
///
///     struct MyTransport: Transport {
///       func perform(_ exchange: HTTPExchange) async throws {
///         let answer = try await client.execute(exchange.request)
///         try exchange.receive(answer.head)
///         for try await part in answer.body {
///           try exchange.receive(part)
///           await exchange.waitForRoom()
///         }
///       }
///     }
///
/// A transport follows no redirects, repeats no requests, and keeps nothing: redirects, retries, limits and files are
/// seen to by the tasks.
public protocol Transport: Sendable {
  /// Adds what the transport adds to the first request of a transfer, like the credentials of its configuration; by
  /// default nothing. They are taken off again where a redirect leads to another origin.
  func prepare(_ request: URLRequest) -> URLRequest

  /// Sends a request and hands over what comes back, in order: one response, then the parts of its body.
  ///
  /// Returns when the whole body has been handed over. It ends early, with any error, when the Swift task that it runs in
  /// is cancelled, or when one of the exchange's functions throws, whose error it passes on. A body that has ended before
  /// its announced length may be an error or not; the exchange counts.
  func perform(_ exchange: HTTPExchange) async throws
}

extension Transport {
  public func prepare(_ request: URLRequest) -> URLRequest { request }
}
