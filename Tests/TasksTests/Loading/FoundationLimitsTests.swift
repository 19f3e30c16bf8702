#if canImport(FoundationNetworking)
  import TestSupport
  import Testing
  import TidingsTasks

  /// The documented limits of Foundation on Linux. A failing test means that a limit no longer exists.
  @Suite(.timeLimit(.minutes(10)))
  struct FoundationLimitsTests {
    /// The result of a transfer whose response is exactly these bytes, followed by the end of the connection.
    private func result(_ answer: [UInt8]) async throws -> Result<Data, any Error> {
      let server = try LoopbackServer { _ = $0.send(Data(answer)) }
      return await URLSession.shared.publishedTask(for: server.request()).result()
    }

    private func reason(_ answer: [UInt8]) async throws -> TransferError.Reason? {
      guard case .failure(let error as TransferError) = try await result(answer) else { return nil }
      return error.reason
    }

    private static let end = "Content-Length: 5\r\n\r\nhello"

    @Test(arguments: [
      "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", "HTTP/2 200\r\n\(end)", "HTTP/1.1 200\r\n\(end)",
      "HTTP/1.1 200 OK\r\nNo colon\r\n\(end)", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nContent-Encoding: other\r\n\(end)", "hello",
      "HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 200_000))\r\n\(end)",
    ])
    func `a response that Foundation rejects fails its transfer`(answer: String) async throws {
      #expect(try await reason(Array(answer.utf8)) == .connectionFailed, "\(answer.prefix(80))")
    }

    @Test func `a header field in Latin-1 fails its transfer, one in UTF-8 does not`() async throws {
      let answer = { Array("HTTP/1.1 200 OK\r\nX-Name: caf".utf8) + $0 + Array("\r\n\(Self.end)".utf8) }
      #expect(try await reason(answer([0xE9])) == .connectionFailed)
      #expect(try await result(answer([0xC3, 0xA9])).get() == Data("hello".utf8))
    }

    @Test func `the body of a redirect without an address is lost`() async throws {
      let server = try LoopbackServer { _ = $0.send(Data("HTTP/1.1 302 Found\r\n\(Self.end)".utf8)) }
      let transfer = server.request().with { ($0.redirectPolicy, $0.acceptableResponses.statusCodes) = (.none, [302]) }
      let error = await URLSession.shared.publishedTask(for: transfer).failure()
      #expect(error?.reason == .truncated(expectedBytes: 5))
    }

    @Test func `an IPv6 literal fails its transfer`() async throws {
      let url = try #require(URL(string: "http://[::1]:9/"))
      let error = await URLSession.shared.publishedTask(for: URLRequest(url: url)).failure()
      #expect((error?.underlying as? URLError)?.code == .badURL)
    }

    @Test func `a Brotli body without its end is accepted as complete`() async throws {
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 6\r\n\r\n"
      #expect(try await result(Array(head.utf8) + [0x0B, 0x02, 0x80] + Array("hel".utf8)).get() == Data("hel".utf8))
    }

    @Test(arguments: ["9223372036854775808", "2x", "3.9", "+2", "0x5", "5, 4"])
    func `a length that is not a number fails its transfer, although Foundation reads a part of it`(
      length: String
    ) async throws {
      let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nhello"
      #expect(
        try await reason(Array(answer.utf8)) == .invalidResponse("Content-Length is not a number: \(length)"))
    }
  }
#endif
