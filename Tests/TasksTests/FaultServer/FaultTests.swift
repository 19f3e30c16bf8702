import Testing

/// The bytes of each fault on the wire.
@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 10_000)

  private typealias Seen = (status: Int, fields: ServerFields, body: Data)

  /// Everything that comes until the end of a connection with one request.
  private func get(_ faults: PlannedFault..., range: String? = nil) throws -> Seen? {
    server.serve(file, faults)
    let client = try RawClient(server)
    defer { client.close() }
    client.get("/file", "Connection: close", range.map { "Range: bytes=\($0)" } ?? "Accept: */*")
    return client.head().map { ($0.status, $0.fields, client.rest()) }
  }

  @Test(arguments: [0, 1, 9_999] as [Int64])
  func `ends connections`(offset: Int64) throws {
    let answer = try #require(try get(.always(.close(at: offset))))
    #expect(answer.fields["Content-Length"] == "10000")
    #expect(answer.body == file.bytes(0..<offset))
  }

  @Test func `counts offsets in the file`() throws {
    #expect(try get(.always(.close(at: 5_000)), range: "4000-5999")?.body == file.bytes(4_000..<5_000))
    #expect(try get(.always(.close(at: 5_000)), range: "6000-6999")?.body == file.bytes(6_000..<7_000))
  }

  @Test(arguments: [Fault.closeBeforeHead, .resetBeforeHead])
  func `says nothing`(fault: Fault) throws {
    #expect(try get(.always(fault)) == nil)
  }

  @Test func resets() throws {
    let answer = try #require(try get(.always(.reset(at: 0))))
    #expect(answer.body.isEmpty)
  }

  @Test func `sends garbage`() throws {
    #expect(try get(.always(.garbage)) == nil)
    #expect(try get(.always(.longHead(100_000)))?.fields["X-Long"]?.count == 100_000)
  }

  @Test func `sends too much`() throws {
    let answer = try #require(try get(.always(.tooLong(10))))
    #expect(answer.fields["Content-Length"] == "10000")
    #expect(answer.body.count == 10_010)
    let longer = try #require(try get(.always(.longerThanItsRange(10)), range: "0-99"))
    #expect(longer.fields["Content-Range"] == "bytes 0-99/10000")
    #expect(longer.fields["Content-Length"] == "110")
    #expect(longer.body == file.bytes(0..<110))
  }

  @Test func `sends less than asked for`() throws {
    let answer = try #require(try get(.always(.shorterRange), range: "100-199"))
    #expect(answer.fields["Content-Range"] == "bytes 100-149/10000")
    #expect(answer.body == file.bytes(100..<150))
  }

  @Test(
    arguments: [
      (.shifted(by: 1), "bytes 101-200/10000"), (.size(by: -1), "bytes 100-199/9999"),
      (.unknownSize, "bytes 100-199/*"), (.missing, nil), (.garbage, "bytes from here to there"),
      (.otherUnit, "lines 100-199/10000"),
    ] as [(Fault.WrongRange, String?)])
  func `misstates the range`(wrong: Fault.WrongRange, field: String?) throws {
    let answer = try #require(try get(.always(.contentRange(wrong)), range: "100-199"))
    #expect(answer.status == 206)
    #expect(answer.fields["Content-Range"] == field)
    #expect(answer.body == file.bytes(100..<200))
  }

  @Test func `sends another range`() throws {
    let answer = try #require(try get(.always(.otherRange(by: 5)), range: "100-199"))
    #expect(answer.fields["Content-Range"] == "bytes 105-204/10000")
    #expect(answer.body == file.bytes(105..<205))
  }

  @Test func `ignores the range`() throws {
    let answer = try #require(try get(.always(.rangeIgnored), range: "100-199"))
    #expect(answer.status == 200)
    #expect(answer.body == file.bytes)
  }

  @Test(arguments: [204, 304, 403, 404, 416, 429, 500, 502, 503])
  func `answers with a status`(status: Int) throws {
    let answer = try #require(try get(.always(.status(status, retryAfter: "1"))))
    #expect(answer.status == status)
    #expect(answer.fields["Retry-After"] == "1")
    #expect(answer.body.isEmpty == (status == 204 || status == 304))
    #expect(answer.fields["Content-Range"] == (status == 416 ? "bytes */10000" : nil))
  }

  @Test func redirects() throws {
    #expect(try get(.always(.redirect(302, to: .itself)))?.fields["Location"] == "/file")
    #expect(try get(.always(.redirect(308, to: .hop)))?.fields["Location"] == "/file?hop=1")
    #expect(try get(.always(.redirect(307, to: .address("http://else/"))))?.fields["Location"] == "http://else/")
  }

  @Test func `changes the file`() throws {
    let replaced = try #require(try get(.always(.replaced), range: "0-99"))
    #expect(replaced.fields["ETag"] == "\"version-2\"")
    #expect(replaced.body == file.replaced.bytes(0..<100))
    #expect(replaced.body != file.bytes(0..<100))
    #expect(try get(.always(.resized(5)))?.fields["Content-Length"] == "10005")
    #expect(try get(.always(.weakEntityTag))?.fields["ETag"] == "W/\"weak-1\"")
    let bare = try #require(try get(.always(.noValidator)))
    #expect(bare.fields["ETag"] == nil && bare.fields["Last-Modified"] == nil)
  }

  @Test func compresses() throws {
    let answer = try #require(try get(.always(.gzip), range: "0-99"))
    #expect(answer.status == 200)
    #expect(answer.fields["Content-Encoding"] == "gzip")
    #expect(answer.body == Gzip.stored(file.bytes))
    #expect(try get(.always(.gzipOfRange), range: "0-99")?.body == Gzip.stored(file.bytes(0..<100)))
    #expect(try get(.always(.gzipClose(at: 50)))?.body == Gzip.stored(file.bytes).prefix(50))
  }

  @Test func `sends chunks`() throws {
    let answer = try #require(try get(.always(.chunked), .always(.drip(4)), range: "0-9"))
    #expect(answer.fields["Content-Length"] == nil)
    let bytes = file.bytes(0..<10)
    let pieces = [bytes[0..<4], bytes[4..<8], bytes[8..<10]].map {
      Data("\($0.count)\r\n".utf8) + $0 + Data("\r\n".utf8)
    }
    #expect(answer.body == pieces.reduce(Data(), +) + Data("0\r\n\r\n".utf8))
    let short = try #require(try get(.always(.chunkedClose(at: 4)), range: "0-9"))
    #expect(short.body == pieces[0])
    #expect(try get(.always(.chunkedBadSize(at: 4)), range: "0-9")?.body == pieces[0] + Data("not a number\r\n".utf8))
  }

  @Test func `sends until the end of the connection`() throws {
    for fault in [Fault.untilClose, .oldVersion] {
      let answer = try #require(try get(.always(fault)))
      #expect(answer.fields["Content-Length"] == nil)
      #expect(answer.body == file.bytes)
    }
  }

  @Test func `happens as often as it is planned`() throws {
    server.serve(file, [.nth(2, .status(500)), .from(4, .status(503))])
    let client = try RawClient(server)
    defer { client.close() }
    let statuses = try (0..<5).map { _ in
      client.get()
      let head = try #require(client.head())
      _ = client.bytes(Int(head.fields["Content-Length"] ?? "") ?? 0)
      return head.status
    }
    #expect(statuses == [200, 500, 200, 503, 503])
  }
}
