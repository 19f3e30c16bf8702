import Testing
import TidingsTasks

extension HTTPExchange {
  /// Passes a response to the request.
  func receive(status: Int, fields: [String: String] = [:]) throws {
    let url = try #require(request.url)
    try receive(#require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)))
  }
}

/// Suspends until the Swift task is cancelled.
func waitForCancellation() async {
  let never = AsyncStream.makeStream(of: Void.self)
  for await _ in never.stream {}
  never.continuation.finish()
}

/// Performs exchanges with a function.
struct FunctionTransport: Transport {
  private let work: @Sendable (HTTPExchange) async throws -> Void

  init(_ work: @escaping @Sendable (HTTPExchange) async throws -> Void) { self.work = work }

  func perform(_ exchange: HTTPExchange) async throws { try await work(exchange) }
}
