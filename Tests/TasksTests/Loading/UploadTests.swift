import Testing
import TidingsAdapters
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct UploadTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let content = ServedFile(seed: 9, byteCount: 300_000).bytes

  init() {
    server.serve(ServedFile(byteCount: 5))
  }

  /// Has the server make mistakes.
  private func plan(_ faults: PlannedFault...) {
    server.serve(ServedFile(byteCount: 5), faults)
  }

  private func upload(
    _ body: UploadBody, _ method: String = "PUT", retryPolicy: RetryPolicy? = nil
  ) -> TransferTask<Data> {
    var transfer = server.transfer()
    transfer.urlRequest.httpMethod = method
    if let retryPolicy { transfer.retryPolicy = retryPolicy }
    return URLSession.shared.publishedTask(for: transfer, uploading: body)
  }

  @Test(arguments: [true, false])
  func `sends bytes and files`(isFile: Bool) async throws {
    try content.write(to: folder.file())
    let recording = Recording(upload(isFile ? .file(folder.file()) : .data(content)))
    #expect(try await recording.result.get() == Data("300000".utf8))
    #expect(server.requests.map(\.body) == [content])
    #expect(server.requests.map(\.method) == ["PUT"])
    let bytes = recording.reports.map(\.transferredBytes)
    #expect(bytes == bytes.sorted())
    #expect(recording.reports.first?.expectedBytes == 300_000)
    #expect(recording.reports.last?.fractionCompleted == 1)
  }

  #if os(Linux)
    @Test(arguments: ["/proc/sys/kernel/ostype", "/sys/devices/system/cpu/online"])
    func `sends the content of a file whose size is not that of its content`(path: String) async throws {
      let source = URL(filePath: path)
      let content = try await source.publishedTask(reading: .data).result().get()
      try #require(!content.isEmpty)
      let recording = Recording(upload(.file(source)))
      #expect(try await recording.result.get() == Data("\(content.count)".utf8))
      #expect(server.requests.map(\.body) == [content])
      #expect(recording.reports.last?.transferredBytes == Int64(content.count))
      #expect(recording.reports.last?.expectedBytes == Int64(content.count))
    }
  #endif

  @Test func `sends nothing as well`() async throws {
    _ = try await upload(.data(Data()), "POST").result().get()
    #expect(server.requests.map(\.body) == [Data()])
  }

  @Test func `decodes the answer`() async throws {
    let server = try LoopbackServer(body: #"{"id": 7}"#)
    var request = server.request()
    request.httpMethod = "POST"
    let task = URLSession.shared.publishedTask(for: request, uploading: .data(Data()), decoding: .dictionary)
    #expect(try await task.result().get()["id"] as? Int == 7)
  }

  @Test func `says which file it cannot read, and does not accept other objects than files`() async throws {
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
    for source in [folder.file("nowhere"), folder.url, pipe] {
      #expect(await upload(.file(source)).failure()?.reason == .sourceNotReadable(source))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `is not repeated if that may do something twice`() async throws {
    plan(.always(.status(503)))
    #expect(await upload(.data(content), "POST").failure()?.reason == .unacceptableStatus(503))
    #expect(server.requests.count == 1)
  }

  @Test func `is repeated whole`() async throws {
    plan(.once(.status(503)))
    _ = try await upload(.data(content)).result().get()
    #expect(server.requests.map(\.body) == [content, content])
  }

  @Test func `is sent again where a redirect leads that keeps the method`() async throws {
    plan(.once(.redirect(307, to: .hop)))
    _ = try await upload(.data(content)).result().get()
    #expect(server.requests.map(\.method) == ["PUT", "PUT"])
    #expect(server.requests.map(\.body) == [content, content])
  }

  @Test func `becomes a question where a redirect says so`() async throws {
    plan(.once(.redirect(303, to: .hop)))
    _ = try await upload(.data(content), "POST").result().get()
    #expect(server.requests.map(\.method) == ["POST", "GET"])
    #expect(server.requests.map(\.body) == [content, Data()])
    #expect(server.requests.last?.fields["Content-Type"] == nil)
  }

  @Test func `is released before the next attempt`() async throws {
    plan(.always(.status(503)))
    try content.write(to: folder.file())
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.zero)) { [folder] error in
      try? FileManager.default.removeItem(at: folder.file())
      return error.isWorthRetrying
    }
    let error = await upload(.file(folder.file()), retryPolicy: policy).failure()
    #expect(error?.reason == .sourceNotReadable(folder.file()))
    #expect(server.requests.count == 1)
  }

  @Test func `ends with its size though the server answers before it`() async throws {
    plan(.once(.status(503)), .nth(1, .statusBeforeBody(200)))
    let recording = Recording(upload(.data(Data(count: 20_000_000))))
    _ = try await recording.result.get()
    let bytes = recording.reports.map(\.transferredBytes)
    #expect(bytes == bytes.sorted())
    #expect(recording.reports.last?.transferredBytes == 20_000_000)
    #expect(recording.reports.last?.expectedBytes == 20_000_000)
  }
}
