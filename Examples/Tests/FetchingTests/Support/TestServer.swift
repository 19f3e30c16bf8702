import Fetching
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// A server on loopback with three files.
///
/// `small` has five bytes. The second half of `held` is never sent. `file` supports ranges; in its first response, the rest
/// after a third is sent very slowly.
final class TestServer: Sendable {
  struct Request: Equatable {
    let path: String
    let range: String?
  }

  static let file = GeneratedFile(name: "file", byteCount: 1 << 20)

  private let port: UInt16
  private let serving: Task<Void, any Error>
  private let log: RequestLog

  init() async throws {
    let log = RequestLog()
    let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("GET /small") { request in
      log.add(request)
      return HTTPResponse(statusCode: .ok, body: Data("small".utf8))
    }
    await server.appendRoute("GET /held") { request in
      log.add(request)
      return HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: HeldBody(), count: 2 * HeldBody.half.count))
    }
    await server.appendRoute("GET /file") { request in
      log.add(request)
      let isFirst = log.requests.count { $0.path == request.path } == 1
      return isFirst ? Self.dyingAway(request) : ServedFile(Self.file, bytesPerSecond: 1 << 30).response(to: request)
    }
    serving = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.unsupportedAddress }
    self.port = port
    self.log = log
  }

  deinit {
    serving.cancel()
  }

  /// The received requests, in order.
  var requests: [Request] { log.requests }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// A response that sends the whole file, fast at first and then too slowly to wait for its end.
  private static func dyingAway(_ request: HTTPRequest) -> HTTPResponse {
    let count = file.bytes.count
    var response = ServedFile(file, bytesPerSecond: 1).response(to: request)
    let parts = [(4 << 20, "bytes=0-\(count / 3 - 1)"), (1 << 12, "bytes=\(count / 3)-")].map { rate, range in
      var part = request
      part.headers[.range] = range
      return ServedFile(file, bytesPerSecond: rate).response(to: part).payload
    }
    response.payload = .httpBody(HTTPBodySequence(from: JoinedBody(parts: parts), count: count))
    return response
  }
}

private final class RequestLog: Sendable {
  private let state = Mutex<[TestServer.Request]>([])

  var requests: [TestServer.Request] { state.withLock { $0 } }

  func add(_ request: HTTPRequest) {
    state.withLock { $0.append(TestServer.Request(path: request.path, range: request.headers[.range])) }
  }
}

private struct JoinedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let parts: [HTTPResponse.Payload]

  func makeAsyncIterator() -> Iterator {
    Iterator(
      parts: parts.compactMap { part in
        guard case .httpBody(let body) = part else { return nil }
        return body.makeAsyncIterator()
      })
  }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var parts: [HTTPBodySequence.Iterator]

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      while !parts.isEmpty {
        if let data = try await parts[0].next() { return data }
        parts.removeFirst()
      }
      return nil
    }
  }
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
