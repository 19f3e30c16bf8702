import Testing
import TidingsTasks

/// The types that describe a transfer.
@Suite(.timeLimit(.minutes(10)))
struct TransferRequestConvertibleTests {
  private static let file = ServedFile(byteCount: 100)

  @Test func `a URL, a request and a transfer request receive the same bytes`() async throws {
    let server = FaultServer()
    let url = server.serve(Self.file)
    try await expectFile(from: url)
    try await expectFile(from: URLRequest(url: url))
    try await expectFile(from: TransferRequest(url))
    #expect(Set(server.requests.map(\.method)) == ["GET"])
  }

  private func expectFile(from request: some TransferRequestConvertible) async throws {
    let folder = ScratchFolder()
    #expect(try await Recording(URLSession.shared.publishedTask(for: request)).result.get() == Self.file.bytes)
    let download = URLSession.shared.publishedTask(downloading: request, to: folder.file())
    #expect(try await Recording(download).result.get().byteCount == 100)
    let queued = Downloader().publishedTask(downloading: request, to: folder.file("queued"))
    #expect(try await Recording(queued).result.get().byteCount == 100)
    #expect(try Data(contentsOf: folder.file("queued")) == Self.file.bytes)
  }
}
