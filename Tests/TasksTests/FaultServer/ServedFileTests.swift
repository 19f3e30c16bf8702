import Testing
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct ServedFileTests {
  private let file = ServedFile(byteCount: 1_000)

  @Test func `has the same bytes in every part`() {
    let whole = file.bytes
    #expect(whole.count == 1_000)
    for range in [0..<0, 0..<1, 7..<8, 7..<9, 8..<16, 1..<999, 999..<1_000] as [Range<Int64>] {
      #expect(file.bytes(range) == whole[Int(range.lowerBound)..<Int(range.upperBound)])
    }
  }

  @Test func `has other bytes under another seed`() {
    #expect(file.bytes != file.replaced.bytes)
    #expect(file.digest == FNV1a.digest(of: file.bytes))
  }

  @Test func `is hashed as the authors of the function say`() {
    #expect(FNV1a.digest(of: Data("foobar".utf8)) == [0x85, 0x94, 0x41, 0x71, 0xf7, 0x39, 0x67, 0xe8])
  }

  @Test func `is checksummed as the authors of the format say`() {
    #expect(Gzip.checksum(Data("123456789".utf8)) == 0xcbf4_3926)
    #expect(Gzip.stored(Data(count: 70_000)).count == 70_000 + 2 * 5 + 18)
  }

  @Test func `is zeros when its client unpacks it`() async throws {
    let server = FaultServer()
    server.serve(file, [.always(.gzipBomb(1_000_000))])
    // Not the session's own function, which has no limit: Foundation may lose a response under load.
    let data = try await Recording(URLSession.shared.publishedTask(for: server.request())).result.get()
    #expect((1_000_000..<1_003_000).contains(data.count))
    #expect(data.allSatisfy { $0 == 0 })
    #expect(Gzip.zeros(1_000_000).count < 10_000)
  }

  private func answer(_ fields: KeyValuePairs<String, String>) -> ServerAnswer {
    ServerAnswer(ServerRequest("GET", "/file", fields), for: file)
  }

  @Test(
    arguments: [
      ("bytes=0-0", 206, "bytes 0-0/1000"), ("bytes=999-", 206, "bytes 999-999/1000"),
      ("bytes=990-2000", 206, "bytes 990-999/1000"), ("bytes=-5", 206, "bytes 995-999/1000"),
      ("bytes=-5000", 206, "bytes 0-999/1000"), ("bytes=1000-", 416, "bytes */1000"), ("bytes=-0", 416, "bytes */1000"),
      ("bytes=5-4", 200, nil), ("bytes=0-1,5-6", 200, nil), ("lines=1-2", 200, nil), ("bytes=a-b", 200, nil),
    ] as [(String, Int, String?)])
  func `obeys ranges`(range: String, status: Int, field: String?) {
    #expect(answer(["Range": range]).status == status)
    #expect(answer(["Range": range]).fields["Content-Range"] == field)
  }

  @Test(arguments: [
    ("\"version-1\"", 206), ("\"version-2\"", 200), ("W/\"version-1\"", 200), ("Tue, 15 Nov 1994 12:45:26 GMT", 206),
    ("Tue, 15 Nov 1994 12:45:27 GMT", 200),
  ])
  func `obeys ranges only of what it has`(validator: String, status: Int) {
    #expect(answer(["Range": "bytes=5-", "If-Range": validator]).status == status)
  }

  @Test func `obeys conditions`() {
    #expect(answer(["If-None-Match": "\"other\", W/\"version-1\""]).status == 304)
    #expect(answer(["If-Match": "\"version-2\""]).status == 412)
    #expect(answer(["If-Match": "\"version-1\""]).status == 200)
  }
}
