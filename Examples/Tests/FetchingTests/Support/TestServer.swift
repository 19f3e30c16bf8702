import FlyingFox
import FlyingSocks
import Foundation

/// A server on loopback: `small` is a file of five bytes, `held` one that never gets past its first half.
final class TestServer: Sendable {
  private let port: UInt16
  private let serving: Task<Void, any Error>

  init() async throws {
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("GET /small") { _ in HTTPResponse(statusCode: .ok, body: Data("small".utf8)) }
    await server.appendRoute("GET /held") { _ in
      HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: HeldBody(), count: 2 * HeldBody.half.count))
    }
    serving = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.unsupportedAddress }
    self.port = port
  }

  deinit {
    serving.cancel()
  }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
}

private struct HeldBody: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
  typealias Element = UInt8

  static let half = [UInt8](repeating: 1, count: 1 << 16)
  private var isFirst = true

  func makeAsyncIterator() -> HeldBody { self }

  mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

  mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
    if isFirst {
      isFirst = false
      return Self.half
    }
    // Ends when the server is stopped.
    for await _ in AsyncStream.makeStream(of: Never.self).stream {}
    throw CancellationError()
  }
}
