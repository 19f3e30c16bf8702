import Testing

@Suite(.timeLimit(.minutes(10)))
struct FaultTests {
  private let server = FaultServer()
  private static let file = ServedFile(byteCount: 10_000)

  /// A fault, the requested range, and the response: its status, the fields that show the fault, and its body.
  struct Row: Sendable, CustomTestStringConvertible {
    var fault: Fault
    var range: String?
    var status: Int
    var fields: [String: String]
    var body: Data

    init(
      _ fault: Fault, range: String? = nil, _ status: Int, _ fields: [String: String] = [:], body: Data
    ) {
      (self.fault, self.range, self.status, self.fields, self.body) = (fault, range, status, fields, body)
    }

    var testDescription: String { "\(fault), \(range ?? "without a range")" }
  }

  private static func part(_ range: Range<Int64>) -> Data { file.bytes(range) }

  private static let ends = [
    Row(.close(at: 0), 200, ["Content-Length": "10000"], body: Data()),
    Row(.close(at: 9_999), 200, ["Content-Length": "10000"], body: part(0..<9_999)),
    Row(.close(at: 5_000), range: "4000-5999", 206, body: part(4_000..<5_000)),
    Row(.close(at: 5_000), range: "6000-6999", 206, body: part(6_000..<7_000)),
    Row(.reset(at: 0), 200, body: Data()),
    Row(.untilClose, 200, ["Content-Length": ""], body: file.bytes),
    Row(.oldVersion, 200, ["Content-Length": ""], body: file.bytes),
  ]

  private static let ranges = [
    Row(.tooLong(10), 200, ["Content-Length": "10000"], body: file.bytes + part(10_000..<10_010)),
    Row(
      .longerThanItsRange(10), range: "0-99", 206, ["Content-Range": "bytes 0-99/10000", "Content-Length": "110"],
      body: part(0..<110)),
    Row(.shorterRange, range: "100-199", 206, ["Content-Range": "bytes 100-149/10000"], body: part(100..<150)),
    Row(.otherRange(by: 5), range: "100-199", 206, ["Content-Range": "bytes 105-204/10000"], body: part(105..<205)),
    Row(.rangeIgnored, range: "100-199", 200, ["Content-Range": ""], body: file.bytes),
  ]

  private static let wrongRanges = [
    (.shifted(by: 1), "bytes 101-200/10000"), (.size(by: -1), "bytes 100-199/9999"),
    (.unknownSize, "bytes 100-199/*"), (.missing, ""), (.garbage, "bytes from here to there"),
    (.otherUnit, "lines 100-199/10000"),
  ].map { (wrong: Fault.WrongRange, field: String) in
    Row(.contentRange(wrong), range: "100-199", 206, ["Content-Range": field], body: part(100..<200))
  }

  private static let statuses = [204, 304, 403, 416, 503].map { status in
    Row(
      .status(status, retryAfter: "1"), status,
      ["Retry-After": "1", "Content-Range": status == 416 ? "bytes */10000" : ""],
      body: status == 204 || status == 304 ? Data() : Data("status \(status)".utf8))
  }

  private static let others = [
    Row(.longHead(100_000), 200, ["X-Long": String(repeating: "x", count: 100_000)], body: file.bytes),
    Row(.redirect(302, to: .itself), 302, ["Location": "/file"], body: Data()),
    Row(.redirect(308, to: .hop), 308, ["Location": "/file?hop=1"], body: Data()),
    Row(.redirect(307, to: .address("http://else/")), 307, ["Location": "http://else/"], body: Data()),
    Row(.replaced, range: "0-99", 206, ["ETag": "\"version-2\""], body: file.replaced.bytes(0..<100)),
    Row(.weakEntityTag, range: "0-0", 206, ["ETag": "W/\"weak-1\"", "Last-Modified": ""], body: part(0..<1)),
    Row(.noValidator, range: "0-0", 206, ["ETag": "", "Last-Modified": ""], body: part(0..<1)),
    Row(.gzip, range: "0-99", 200, ["Content-Encoding": "gzip"], body: Gzip.stored(file.bytes)),
    Row(.gzipOfRange, range: "0-99", 206, ["Content-Encoding": "gzip"], body: Gzip.stored(part(0..<100))),
    Row(.gzipClose(at: 50), 200, body: Gzip.stored(file.bytes).prefix(50)),
    Row(.chunked, range: "0-9", 206, ["Content-Length": ""], body: chunk(0..<10) + Data("0\r\n\r\n".utf8)),
    Row(.chunkedClose(at: 4), range: "0-9", 206, body: chunk(0..<4)),
    Row(.chunkedBadSize(at: 4), range: "0-9", 206, body: chunk(0..<4) + Data("not a number\r\n".utf8)),
  ]

  private static func chunk(_ range: Range<Int64>) -> Data {
    Data("\(String(range.count, radix: 16))\r\n".utf8) + part(range) + Data("\r\n".utf8)
  }

  private func get(_ faults: PlannedFault..., range: String? = nil) throws -> RawClient {
    server.serve(Self.file, faults)
    let client = try RawClient(server)
    client.get("/file", "Connection: close", range.map { "Range: bytes=\($0)" } ?? "Accept: */*")
    return client
  }

  @Test(arguments: ends + ranges + wrongRanges + statuses + others)
  func `a fault sends its bytes`(row: Row) throws {
    let client = try get(.always(row.fault), range: row.range)
    defer { client.close() }
    let head = try #require(client.head())
    #expect(head.status == row.status)
    for (name, value) in row.fields { #expect(head.fields[name] ?? "" == value) }
    #expect(client.rest() == row.body)
  }

  @Test(arguments: [Fault.closeBeforeHead, .resetBeforeHead, .garbage])
  func `a fault before the head leaves no response`(fault: Fault) throws {
    let client = try get(.always(fault))
    defer { client.close() }
    #expect(client.head() == nil)
  }

  @Test func `a fault affects the planned requests`() throws {
    server.serve(Self.file, [.nth(2, .status(500)), .from(4, .status(503))])
    let statuses = try (0..<5).map { _ in
      let client = try RawClient(server)
      defer { client.close() }
      client.get("/file", "Connection: close")
      return client.head()?.status
    }
    #expect(statuses == [200, 500, 200, 503, 503])
  }
}
