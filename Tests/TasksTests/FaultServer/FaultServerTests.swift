import Testing

@Suite(.timeLimit(.minutes(10)))
struct FaultServerTests {
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 10_000)

  init() {
    server.serve(file)
  }

  private func withClient<Result>(_ body: (RawClient) async throws -> Result) async throws -> Result {
    let client = try RawClient(server)
    defer { client.close() }
    return try await body(client)
  }

  @Test func `sends the file with its validators`() async throws {
    try await withClient { client in
      client.get()
      let head = try #require(client.head())
      #expect(head.status == 200)
      #expect(head.fields["Content-Length"] == "10000")
      #expect(head.fields["Accept-Ranges"] == "bytes")
      #expect(head.fields["etag"] == "\"version-1\"")
      #expect(head.fields["Last-Modified"] == file.lastModified)
      #expect(head.fields["Date"]?.hasSuffix(" GMT") == true)
      #expect(client.bytes(10_000) == file.bytes)
    }
  }

  @Test func `logs what it accepts reads answers and closes`() async throws {
    server.serve(file, [.always(.close(at: 100))])
    try await withClient { client in
      client.get("/file", "Range: bytes=0-999")
      _ = client.rest()
      await server.wait { $0.connections == 0 }
    }
    let words = server.log.lines.compactMap { $0.split(separator: " ").dropFirst(3).first }
    #expect(words == ["accepted", "read", "answers", "has", "closes"])
    #expect(server.log.lines[1].contains("bytes=0-999"))
    #expect(server.log.lines[2].hasSuffix("with 206, length, close at byte 100"))
  }

  @Test func `records bodies of known length and in chunks`() async throws {
    try await withClient { client in
      client.send("POST /file HTTP/1.1", "Content-Length: 5", body: Data("12345".utf8))
      #expect(client.head()?.status == 200)
      #expect(client.bytes(1) == Data("5".utf8))
      client.send(
        "PUT /file HTTP/1.1", "Transfer-Encoding: chunked",
        body: Data("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: x\r\n\r\n".utf8))
      #expect(client.head()?.status == 200)
      #expect(server.requests.map(\.body) == [Data("12345".utf8), Data("abcde".utf8)])
      #expect(server.requests.map(\.isWhole) == [true, true])
    }
  }

  @Test func `asks a client to send its body`() async throws {
    try await withClient { client in
      client.send("POST /file HTTP/1.1", "Content-Length: 5", "Expect: 100-continue")
      #expect(client.head()?.status == 100)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `knows when a body was cut short`() async throws {
    try await withClient { client in
      client.send("POST /file HTTP/1.1", "Content-Length: 5", body: Data("123".utf8))
    }
    await server.wait { $0.requests == 1 }
    #expect(server.requests.first?.isWhole == false)
  }

  @Test(arguments: ["Content-Length: 9", "Transfer-Encoding: chunked"])
  func `hangs up in a body`(framing: String) async throws {
    server.serve(file, [.always(.closeInBody(after: 4))])
    try await withClient { client in
      let body = framing.hasPrefix("C") ? "123456789" : "9\r\n123456789\r\n0\r\n\r\n"
      client.send("POST /file HTTP/1.1", framing, body: Data(body.utf8))
      #expect(client.head() == nil)
    }
    #expect(server.requests.last?.body == Data("1234".utf8))
    #expect(server.requests.last?.isWhole == false)
  }

  @Test func `stops without a trace`() async throws {
    server.serve(file, at: "/slow", [.always(.stall(at: 0))])
    let clients = try (0..<10).map { _ in try RawClient(server) }
    clients.dropFirst(5).forEach { $0.get("/slow") }
    await server.wait { $0.connections == 10 && $0.stalled == 5 }
    let sockets = Set(clients.flatMap(\.ends) + [ServerSocket.Ports(near: server.port, far: 0)])
    #expect(ProcessFootprint.connections(among: sockets) == 21)
    await server.stop()
    #expect(ProcessFootprint.connections(among: sockets) == 10)
    clients.forEach { $0.close() }
    #expect(ProcessFootprint.connections(among: sockets) == 0)
  }

  @Test func `ends its connections when it is released`() async throws {
    var server: FaultServer? = FaultServer()
    let client = try RawClient(#require(server))
    defer { client.close() }
    server = nil
    #expect(client.rest().isEmpty)
  }
}
