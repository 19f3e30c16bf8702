import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct DataLoadTests {
  private let folder = ScratchFolder()

  private func load(_ transfer: TransferRequest) -> TransferTask<Data> {
    URLSession.shared.publishedTask(for: transfer)
  }

  /// A server that sends some bytes without announcing their number.
  private func server(sending byteCount: Int) throws -> LoopbackServer {
    try LoopbackServer { connection in
      connection.send(status: "200 OK")
      _ = connection.send(Data(count: byteCount))
    }
  }

  @Test func `does not accept a range as the complete file`() async throws {
    let server = try LoopbackServer(
      status: "206 Partial Content", headers: ["Content-Range: bytes 0-3/10"], body: "part")
    let error = await load(TransferRequest(server.request())).failure()
    #expect(error?.reason == .invalidResponse("206 to a request for the complete file"))
  }

  @Test func `accepts the requested range`() async throws {
    let server = FaultServer()
    let file = ServedFile(byteCount: 10)
    let transfer = server.serve(file).with { $0.urlRequest.setValue("bytes=2-5", forHTTPHeaderField: "Range") }
    #expect(try await load(transfer).result().get() == file.bytes(2..<6))
  }

  @Test func `is not complete without its last byte`() async throws {
    let server = FaultServer()
    let url = server.serve(ServedFile(byteCount: 10_000), [.always(.close(at: 9_999))])
    let error = await load(TransferRequest(url)).failure()
    #expect(error?.reason == .truncated(expectedBytes: 10_000))
    #expect(error?.byte == 9_999)
    #expect(error?.description.hasPrefix("The connection ended after 9999 of 10000 bytes of") == true)
  }

  @Test(arguments: [true, false])
  func `ends at the first excess byte`(isDownload: Bool) async throws {
    let server = try server(sending: 4 << 20)
    let transfer = server.request().with { $0.expectedByteCount = 1_000 }
    let error = isDownload ? await folder.download(transfer).failure() : await load(transfer).failure()
    guard case .unexpectedSize(1_000, let actual) = error?.reason else { throw try #require(error) }
    #expect(actual < 4 << 20)
    #expect(try folder.names.isEmpty)
  }

  @Test func `reports the expected size if the server does not announce one`() async throws {
    let server = try server(sending: 1_000)
    let transfer = server.request().with { $0.expectedByteCount = 1_000 }
    let (download, loading) = (Recording(folder.download(transfer)), Recording(load(transfer)))
    _ = try await download.result.get()
    _ = try await loading.result.get()
    #expect(Set((download.reports + loading.reports).map(\.expectedBytes)) == [1_000])
  }

  @Test(arguments: [Duration.seconds(1_000_000_000), .seconds(Int64.max)])
  func `accepts time limits without an end`(limit: Duration) async throws {
    let server = try LoopbackServer(body: "arrived")
    let transfer = server.request().with { ($0.idleTimeout, $0.totalTimeout) = (limit, limit) }
    #expect(try await load(transfer).result().get() == Data("arrived".utf8))
  }

  @Test func `a time limit keeps the position of the failure`() async {
    let (untilCancelled, unused) = AsyncStream<Void>.makeStream()
    defer { unused.finish() }
    let result = await withTimeLimit(.zero) { () async -> Result<Void, TransferError> in
      for await _ in untilCancelled {}
      return .failure(TransferError(.cancelled, byte: 5))
    }
    let error = #expect(throws: TransferError.self) { try result.get() }
    #expect(error?.reason == .timedOut(.zero))
    #expect(error?.byte == 5)
  }
}
