import Testing
import TidingsCore
import TidingsTasks

/// Answers that are kept in memory.
@Suite(.timeLimit(.minutes(10)))
struct DataLoadTests {
  private func load(_ transfer: TransferRequest) async throws -> Data {
    try await Recording(URLSession.shared.publishedTask(for: transfer)).result.get()
  }

  @Test func `takes no part for the whole`() async throws {
    let server = try LoopbackServer { connection in
      connection.send(
        status: "206 Partial Content", headers: ["Content-Range: bytes 0-3/10", "Content-Length: 4"], body: "part")
    }
    let error = await #expect(throws: TransferError.self) { try await load(TransferRequest(server.request())) }
    #expect(error?.reason == .invalidResponse("206 to a request for the complete file"))
  }

  @Test func `takes the part that it asked for`() async throws {
    let server = FaultServer()
    let file = ServedFile(byteCount: 10)
    var transfer = TransferRequest(server.serve(file))
    transfer.urlRequest.setValue("bytes=2-5", forHTTPHeaderField: "Range")
    #expect(try await load(transfer) == file.bytes(2..<6))
  }

  @Test func `is not whole without its last byte`() async throws {
    let server = FaultServer()
    let file = ServedFile(byteCount: 10_000)
    let transfer = TransferRequest(server.serve(file, [.always(.close(at: 9_999))]))
    let error = await #expect(throws: TransferError.self) { try await load(transfer) }
    #expect(error?.reason == .truncated(expectedBytes: 10_000))
  }

  @Test(arguments: [true, false])
  func `ends at the first byte too many`(isDownload: Bool) async throws {
    let folder = ScratchFolder()
    let server = try LoopbackServer { connection in
      connection.send(status: "200 OK")
      _ = connection.send(Data(count: 4 << 20))
    }
    var transfer = TransferRequest(server.request())
    transfer.expectedByteCount = 1_000
    let error = await #expect(throws: TransferError.self) {
      if isDownload {
        let task = URLSession.shared.publishedTask(downloading: transfer, to: folder.file())
        _ = try await Recording(task).result.get()
      } else {
        _ = try await load(transfer)
      }
    }
    guard case .unexpectedSize(1_000, let actual) = error?.reason else { throw try #require(error) }
    #expect(actual < 4 << 20)
    #expect(try folder.names.isEmpty)
  }

  @Test func `reports the expected size if the server does not announce one`() async throws {
    let folder = ScratchFolder()
    let server = try LoopbackServer { connection in
      connection.send(status: "200 OK")
      _ = connection.send(Data(count: 1_000))
    }
    var transfer = TransferRequest(server.request())
    transfer.expectedByteCount = 1_000
    let download = Recording(URLSession.shared.publishedTask(downloading: transfer, to: folder.file()))
    _ = try await download.result.get()
    let loading = Recording(URLSession.shared.publishedTask(for: transfer))
    _ = try await loading.result.get()
    #expect(Set((download.reports + loading.reports).map(\.expectedBytes)) == [1_000])
  }

  @Test(arguments: [Duration.seconds(1_000_000_000), .seconds(Int64.max)])
  func `has time without end`(limit: Duration) async throws {
    let server = try LoopbackServer(body: "arrived")
    var transfer = TransferRequest(server.request())
    transfer.idleTimeout = limit
    transfer.totalTimeout = limit
    #expect(try await load(transfer) == Data("arrived".utf8))
  }
}
