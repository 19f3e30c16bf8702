import AsyncHTTPClientTransport
import Foundation
import Testing
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct ClientUploadTests {
  private let folder: ScratchFolder
  private let server: FaultServer
  private let transport = AsyncHTTPClientTransport()
  private let content = ServedFile(seed: 9, byteCount: 300_000).bytes
  private let answer = ServedFile(byteCount: 5)

  init() throws {
    folder = ScratchFolder()
    server = FaultServer()
    server.serve(answer)
    try content.write(to: folder.file())
  }

  private var put: TransferRequest {
    var transfer = server.transfer()
    transfer.urlRequest.httpMethod = "PUT"
    return transfer
  }

  private func body(isFile: Bool) -> UploadBody { isFile ? .file(folder.file()) : .data(content) }

  @Test(arguments: [true, false])
  func `sends bytes and files`(isFile: Bool) async throws {
    let recording = Recording(transport.publishedTask(for: put, uploading: body(isFile: isFile)))
    #expect(try await recording.result.get() == Data("300000".utf8))
    #expect(server.requests.map(\.method) == ["PUT"])
    #expect(server.requests.map(\.body) == [content])
    #expect(server.requests.first?.fields["Content-Length"] == "300000")
    let bytes = recording.reports.map(\.transferredBytes)
    #expect(bytes == bytes.sorted())
    #expect(recording.reports.last?.transferredBytes == 300_000)
    #expect(recording.reports.last?.expectedBytes == 300_000)
  }

  @Test func `sends an empty file`() async throws {
    try Data().write(to: folder.file())
    _ = try await transport.publishedTask(for: put, uploading: .file(folder.file())).result().get()
    #expect(server.requests.map(\.body) == [Data()])
  }

  @Test func `sends the body of a plain request`() async throws {
    var request = server.request()
    request.httpMethod = "POST"
    request.httpBody = Data("a question".utf8)
    _ = try await transport.publishedTask(for: request).result().get()
    #expect(server.requests.map(\.body) == [Data("a question".utf8)])
  }

  @Test func `sends the body of a request that is a stream`() async throws {
    var request = server.request()
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: content)
    _ = try await transport.publishedTask(for: request).result().get()
    #expect(server.requests.map(\.body) == [content])
  }

  @Test(arguments: [true, false])
  func `sends it again after a failure`(isFile: Bool) async throws {
    server.serve(answer, [.once(.status(503))])
    _ = try await transport.publishedTask(for: put, uploading: body(isFile: isFile)).result().get()
    #expect(server.requests.map(\.body) == [content, content])
  }

  @Test(arguments: [true, false])
  func `sends it again where a redirect keeps the method`(isFile: Bool) async throws {
    server.serve(answer, [.once(.redirect(307, to: .hop))])
    _ = try await transport.publishedTask(for: put, uploading: body(isFile: isFile)).result().get()
    #expect(server.requests.map(\.method) == ["PUT", "PUT"])
    #expect(server.requests.map(\.body) == [content, content])
  }

  @Test func `reports a file that has disappeared before it is sent`() async throws {
    let file = folder.file()
    let transport = FunctionTransport { [transport] exchange in
      try FileManager.default.removeItem(at: file)
      try await transport.perform(exchange)
    }
    let task = transport.publishedTask(for: put, uploading: .file(file))
    let failure = await #expect(throws: TransferError.self) { try await task.value }
    #expect(failure?.reason == .sourceNotReadable(file))
  }

  @Test func `hangs up when it is cancelled`() async throws {
    server.serve(answer, [.always(.stallBeforeHead)])
    let recording = Recording(transport.publishedTask(for: put, uploading: .file(folder.file())))
    await server.wait { $0.stalled == 1 }
    recording.invalidate()
    await server.wait { $0.connections == 0 }
  }
}
