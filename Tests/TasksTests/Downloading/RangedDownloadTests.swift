import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct RangedDownloadTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 10_000)

  private struct Wrapper: Transport {
    var rangeByteCount: Int64? = 4_096

    func prepare(_ request: URLRequest) -> URLRequest { URLSession.shared.prepare(request) }

    func perform(_ exchange: HTTPExchange) async throws { try await URLSession.shared.perform(exchange) }
  }

  @Test func `requests the ranges that the transport asks for, with one validator`() async throws {
    server.serve(file)
    let downloaded = try await folder.download(server.transfer(range: nil), by: Wrapper()).result().get()
    #expect(downloaded.byteCount == 10_000)
    try folder.expectOnly(file)
    #expect(server.ranges == ["bytes=0-4095", "bytes=4096-8191", "bytes=8192-9999"])
    #expect(server.requests.map { $0.fields["If-Range"] } == [nil, file.entityTag, file.entityTag])
    #expect(server.requests.allSatisfy { $0.fields["Accept-Encoding"] == "identity" })
  }

  @Test(arguments: [0, -1])
  func `rejects a transport whose ranges have no bytes`(byteCount: Int64) async throws {
    let task = folder.download(server.transfer(range: nil), by: Wrapper(rangeByteCount: byteCount))
    let text = "rangeByteCount of the transport is \(byteCount), and must be at least 1"
    #expect(await task.failure()?.reason == .invalidSetting(text))
  }

  @Test func `continues with the largest range after a connection was lost`() async throws {
    server.serve(file, [.once(.close(at: 500))])
    let transfer = server.transfer(range: nil).with { $0.isResumable = true }
    let task = folder.download(transfer, by: Wrapper(rangeByteCount: .max))
    #expect(try await task.result().get().byteCount == 10_000)
    #expect(server.ranges.last == "bytes=500-9999")
    try folder.expectOnly(file)
  }

  @Test func `uses few connections for many ranges`() async throws {
    server.serve(file)
    // A separate session, because a session with other transfers closes idle connections. Under load, Foundation
    // sometimes opens another connection.
    let session = URLSession(configuration: .ephemeral)
    _ = try await folder.download(server.transfer(range: 500), by: session).result().get()
    #expect(server.requests.count == 20)
    #expect(server.counts.acceptedConnections <= 5)
  }

  @Test func `accepts an empty file`() async throws {
    server.serve(ServedFile(byteCount: 0))
    #expect(try await folder.download(server.transfer()).result().get().byteCount == 0)
    try folder.expectOnly(ServedFile(byteCount: 0))
  }

  @Test(arguments: [[], [.always(.rangeIgnored)]] as [[PlannedFault]])
  func `checks the type of a range and of the complete file`(faults: [PlannedFault]) async throws {
    server.serve(file, faults)
    let transfer = server.transfer().with { $0.acceptableResponses.contentTypes = ["image/*", "application/json"] }
    let error = await folder.download(transfer).failure()
    #expect(error?.reason == .unacceptableContentType("application/octet-stream"))
    #expect(server.requests.count == 1)
    #expect(try folder.names.isEmpty)
  }

  @Test func `fails with an unacceptable status, except 206 for a range`() async throws {
    let server = try LoopbackServer { connection in
      connection.send(status: "203 Non-Authoritative Information", headers: ["Content-Length: 4"], body: "page")
    }
    let transfer = server.request().with { $0.acceptableResponses.statusCodes = [200] }
    let error = await folder.download(transfer).failure()
    #expect(error?.reason == .unacceptableStatus(203))
    #expect(try folder.names.isEmpty)
    self.server.serve(file)
    let whole = self.server.transfer().with { $0.acceptableResponses.statusCodes = [200] }
    _ = try await folder.download(whole).result().get()
    try folder.expectOnly(file)
  }

  @Test func `requests the complete file if each response has another validator`() async throws {
    let attempts = Attempts()
    let server = try LoopbackServer { connection in
      let tag = "ETag: \"version-\(attempts.next())\""
      let lines = connection.head.lowercased().split(separator: "\r\n")
      guard let range = lines.first(where: { $0.hasPrefix("range: bytes=") })?.dropFirst(13) else {
        return connection.send(status: "200 OK", headers: [tag, "Content-Length: 8"], body: "together")
      }
      connection.send(
        status: "206 Partial Content", headers: [tag, "Content-Range: bytes \(range)/8", "Content-Length: 4"],
        body: "part")
    }
    _ = try await folder.download(server.request().with { $0.rangeByteCount = 4 }).result().get()
    #expect(try folder.text() == "together")
    #expect(server.requests.count == 9)
  }

  @Test func `fails after its time limit`() async throws {
    server.serve(file, [.always(.stall(at: 5_000))])
    let error = await folder.download(server.transfer().with { $0.totalTimeout = .milliseconds(100) }).failure()
    #expect(error?.reason == .timedOut(.milliseconds(100)))
    #expect(try folder.names.isEmpty)
  }

  @Test func `fails while another one writes to the same file`() async throws {
    server.serve(file, [.always(.stall(at: 5_000))])
    let first = Recording(folder.download(server.transfer()))
    await first.reports(1)
    let error = await folder.download(server.transfer()).failure()
    #expect(error?.reason == .destinationInUse(folder.file()))
    server.releaseStalls()
    _ = try await first.result.get()
    try folder.expectOnly(file)
  }
}
