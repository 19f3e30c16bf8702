import AsyncHTTPClientTransport
import Foundation
import Testing
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The claims of the page "Limits of Foundation on Linux" about this transport.
@Suite(.timeLimit(.minutes(10)))
struct ClientLimitsTests {
  private static let end = "Content-Length: 5\r\n\r\nhello"

  /// The result of a transfer whose server sends these bytes and closes the connection.
  private func result(_ answer: [UInt8]) async throws -> Result<Data, any Error> {
    let server = try LoopbackServer { _ = $0.send(Data(answer)) }
    var transfer = TransferRequest(server.request())
    transfer.retryPolicy = .never
    return await AsyncHTTPClientTransport().publishedTask(for: transfer).result()
  }

  private func result(_ answer: String) async throws -> Result<Data, any Error> {
    try await result(Array(answer.utf8))
  }

  private func reason(_ answer: String) async throws -> TransferError.Reason? {
    guard case .failure(let error as TransferError) = try await result(answer) else { return nil }
    return error.reason
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n",
    "HTTP/1.1 200\r\n\(end)", "HTTP/1.1 200 OK\r\nContent-Encoding: other\r\n\(end)",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\(end)",
  ])
  func `takes what Foundation does not`(answer: String) async throws {
    #expect(try await result(answer).get() == Data("hello".utf8), "\(answer)")
  }

  @Test func `takes a header field in latin 1`() async throws {
    let answer = Array("HTTP/1.1 200 OK\r\nX-Name: caf".utf8) + [0xE9] + Array("\r\n\(Self.end)".utf8)
    #expect(try await result(answer).get() == Data("hello".utf8))
  }

  @Test(arguments: [Int64.max, Int64.max - 1, Int64.max - 511])
  func `reports a short body of the largest length`(length: Int64) async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello"
    #expect(try await reason(answer) == .truncated(expectedBytes: length))
  }

  @Test func `fails for a length of more than 63 bits`() async throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\nhello"
    #expect(try await reason(answer) == .invalidResponse("Content-Length is not a number: 9223372036854775808"))
  }

  @Test func `takes the body of a redirect without an address`() async throws {
    let server = try LoopbackServer { _ = $0.send(Data("HTTP/1.1 302 Found\r\n\(Self.end)".utf8)) }
    var transfer = TransferRequest(server.request())
    transfer.redirectPolicy = .none
    transfer.acceptableResponses.statusCodes = [302]
    let result = await AsyncHTTPClientTransport().publishedTask(for: transfer).result
    #expect(try result.get() == Data("hello".utf8))
  }

  @Test func `takes a URL with an IPv6 literal`() async throws {
    let server = try LoopbackServer(body: "hello")
    let port = try #require(server.request().url?.port)
    let url = try #require(URL(string: "http://[::ffff:127.0.0.1]:\(port)/file"))
    let result = await AsyncHTTPClientTransport().publishedTask(for: URLRequest(url: url)).result
    #expect(try result.get() == Data("hello".utf8))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", "HTTP/2 200\r\n\(end)", "HTTP/1.1 200 OK\r\nNo colon\r\n\(end)",
    "HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 200_000))\r\n\(end)",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "hello",
    "HTTP/1.1 200 OK\r\nX", "HTTP/1.1 200 OK\r\nX: 1\r\nContent-Len",
  ])
  func `refuses a response that is not HTTP`(answer: String) async throws {
    #expect(try await reason(answer) == .connectionFailed, "\(answer.prefix(80))")
  }
}
