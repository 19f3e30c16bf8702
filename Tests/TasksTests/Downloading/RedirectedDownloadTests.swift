import Testing
import TidingsAdapters
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct RedirectedDownloadTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let elsewhere = FaultServer(at: "127.0.0.2")
  private let file = ServedFile(byteCount: 20_000)

  init() {
    server.serve(file, [.always(.redirect(302, to: .address(elsewhere.url("/signed").absoluteString)))])
    elsewhere.serve(file, at: "/signed")
  }

  private func transfer(_ method: String = "GET") -> TransferRequest {
    server.transfer().with {
      $0.urlRequest.httpMethod = method
      $0.retryPolicy = .never
      $0.expectedDigest = file.expectedDigest
    }
  }

  private func download(_ transfer: TransferRequest) async throws {
    _ = try await folder.download(transfer).result().get()
    #expect(try Data(contentsOf: folder.file()) == file.bytes)
  }

  @Test func `send no credentials to the redirected URL`() async throws {
    var transfer = self.transfer()
    for (name, value) in [("authorization", "Bearer secret"), ("Cookie", "id=secret"), ("Accept", "text/plain")] {
      transfer.urlRequest.setValue(value, forHTTPHeaderField: name)
    }
    try await download(transfer)
    #expect(server.requests.map { $0.fields["Authorization"] } == ["Bearer secret"])
    #expect(server.requests.map { $0.fields["Cookie"] } == ["id=secret"])
    #expect(elsewhere.requests.map { $0.fields["Accept"] } == Array(repeating: "text/plain", count: 5))
    #expect(!"\(elsewhere.requests)".contains("secret"))
  }

  @Test func `request the first URL again when the redirected one has expired`() async throws {
    elsewhere.serve(file, at: "/signed", [.nth(2, .status(403)), .nth(5, .status(403))])
    try await download(transfer())
    #expect(server.requests.count == 3)
  }

  @Test func `fail when the first URL redirects to the same expired URL`() async throws {
    elsewhere.serve(file, at: "/signed", [.from(2, .status(403))])
    let error = await #expect(throws: TransferError.self) { try await download(transfer()) }
    #expect(error?.reason == .unacceptableStatus(403))
    #expect(server.requests.count == 2)
    #expect(try folder.names.isEmpty)
  }

  @Test func `request no ranges after a method that is not safe`() async throws {
    server.serve(file, [.once(.redirect(303, to: .hop))])
    try await download(transfer("POST"))
    #expect(server.requests.map(\.method) == ["POST", "GET"])
    #expect(server.ranges == [nil, nil])
  }

  @Test func `request only their own ranges`() async throws {
    var transfer = self.transfer()
    transfer.urlRequest.setValue("bytes=7-9", forHTTPHeaderField: "range")
    transfer.urlRequest.setValue("\"other\"", forHTTPHeaderField: "if-range")
    try await download(transfer)
    let lines = elsewhere.requests.map { $0.fields.lines.filter { $0.name.lowercased().hasSuffix("range") } }
    #expect(lines.map(\.count) == [1, 2, 2, 2, 2])
    #expect(elsewhere.ranges.first == "bytes=0-4095")
  }
}
