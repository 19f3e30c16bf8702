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

  private func request(_ method: String = "PUT") -> TransferRequest {
    var transfer = server.transfer()
    transfer.urlRequest.httpMethod = method
    return transfer
  }

  @Test(arguments: [true, false])
  func `sends bytes and files`(isFile: Bool) async throws {
    try content.write(to: folder.file())
    let body: UploadBody = isFile ? .file(folder.file()) : .data(content)
    let recording = Recording(URLSession.shared.publishedTask(for: request(), uploading: body))
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
      let recording = Recording(URLSession.shared.publishedTask(for: request(), uploading: .file(source)))
      #expect(try await recording.result.get() == Data("\(content.count)".utf8))
      #expect(server.requests.map(\.body) == [content])
      #expect(recording.reports.last?.transferredBytes == Int64(content.count))
      #expect(recording.reports.last?.expectedBytes == Int64(content.count))
    }
  #endif

  @Test func `sends nothing as well`() async throws {
    _ = try await Recording(URLSession.shared.publishedTask(for: request("POST"), uploading: .data(Data()))).result
      .get()
    #expect(server.requests.map(\.body) == [Data()])
  }

  @Test func `decodes the answer`() async throws {
    let server = try LoopbackServer(body: #"{"id": 7}"#)
    var request = server.request()
    request.httpMethod = "POST"
    let task = URLSession.shared.publishedTask(for: request, uploading: .data(Data()), decoding: .dictionary)
    #expect(try await Recording(task).result.get()["id"] as? Int == 7)
  }

  @Test func `says which file it cannot read`() async throws {
    let file = folder.file("nowhere")
    let error = await URLSession.shared.publishedTask(for: request(), uploading: .file(file)).failure()
    #expect(error?.reason == .sourceNotReadable(file))
    #expect(server.requests.isEmpty)
  }

  @Test func `is not repeated if that may do something twice`() async throws {
    server.serve(ServedFile(byteCount: 5), [.always(.status(503))])
    let error = await URLSession.shared.publishedTask(for: request("POST"), uploading: .data(content)).failure()
    #expect(error?.reason == .unacceptableStatus(503))
    #expect(server.requests.count == 1)
  }

  @Test func `is repeated whole`() async throws {
    server.serve(ServedFile(byteCount: 5), [.once(.status(503))])
    _ = try await Recording(URLSession.shared.publishedTask(for: request(), uploading: .data(content))).result.get()
    #expect(server.requests.map(\.body) == [content, content])
  }

  @Test func `is sent again where a redirect leads that keeps the method`() async throws {
    server.serve(ServedFile(byteCount: 5), [.once(.redirect(307, to: .hop))])
    _ = try await Recording(URLSession.shared.publishedTask(for: request(), uploading: .data(content))).result.get()
    #expect(server.requests.map(\.method) == ["PUT", "PUT"])
    #expect(server.requests.map(\.body) == [content, content])
  }

  @Test func `becomes a question where a redirect says so`() async throws {
    server.serve(ServedFile(byteCount: 5), [.once(.redirect(303, to: .hop))])
    _ = try await Recording(URLSession.shared.publishedTask(for: request("POST"), uploading: .data(content))).result
      .get()
    #expect(server.requests.map(\.method) == ["POST", "GET"])
    #expect(server.requests.map(\.body) == [content, Data()])
    #expect(server.requests.last?.fields["Content-Type"] == nil)
  }

  @Test func `does not accept other objects than files`() async throws {
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
    for source in [folder.url, pipe] {
      let error = await URLSession.shared.publishedTask(for: request(), uploading: .file(source)).failure()
      #expect(error?.reason == .sourceNotReadable(source))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `is released before the next attempt`() async throws {
    server.serve(ServedFile(byteCount: 5), [.always(.status(503))])
    try content.write(to: folder.file())
    var transfer = request()
    transfer.retryPolicy = RetryPolicy(attempts: 3, backoff: .constant(.zero)) { [folder] error in
      try? FileManager.default.removeItem(at: folder.file())
      return error.isWorthRetrying
    }
    let error = await URLSession.shared.publishedTask(for: transfer, uploading: .file(folder.file())).failure()
    #expect(error?.reason == .sourceNotReadable(folder.file()))
    #expect(server.requests.count == 1)
  }

  @Test func `ends with its size though the server answers before it`() async throws {
    let content = Data(count: 20_000_000)
    server.serve(ServedFile(byteCount: 5), [.once(.status(503)), .nth(1, .statusBeforeBody(200))])
    let recording = Recording(URLSession.shared.publishedTask(for: request(), uploading: .data(content)))
    _ = try await recording.result.get()
    let bytes = recording.reports.map(\.transferredBytes)
    #expect(bytes == bytes.sorted())
    #expect(
      recording.reports.last
        == TransferProgress(
          transferredBytes: 20_000_000, expectedBytes: 20_000_000,
          bytesPerSecond: recording.reports.last?.bytesPerSecond ?? 0))
  }
}
