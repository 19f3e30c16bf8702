import Testing
import TidingsCore
import TidingsTasks

/// URLs of local files, which a request has to allow.
@Suite(.timeLimit(.minutes(10)))
struct FileURLTransportTests {
  private let folder = ScratchFolder()
  private let content = ServedFile(byteCount: 1_000_000).bytes

  init() throws {
    try content.write(to: folder.file("source"))
  }

  private func transfer(_ name: String = "source") -> TransferRequest {
    var transfer = TransferRequest(folder.file(name))
    transfer.allowsFileURLs = true
    return transfer
  }

  @Test func `is refused unless asked for`() async throws {
    var transfer = transfer()
    transfer.allowsFileURLs = false
    let error = await URLSession.shared.publishedTask(for: transfer).failure()
    #expect(error?.reason == .unsupportedURL(folder.file("source").absoluteString))
  }

  @Test func `gives its bytes`() async throws {
    let recording = Recording(URLSession.shared.publishedTask(for: transfer()))
    #expect(try await recording.result.get() == content)
    #expect(recording.reports.first?.expectedBytes == 1_000_000)
  }

  @Test func `is downloaded like any other`() async throws {
    var transfer = transfer()
    transfer.isResumable = true
    transfer.expectedDigest = ExpectedDigest(FNV1a.self, bytes: FNV1a.digest(of: content))
    let task = URLSession.shared.publishedTask(downloading: transfer, to: folder.file())
    #expect(try await Recording(task).result.get().suggestedName == "source")
    #expect(try Data(contentsOf: folder.file()) == content)
    #expect(try folder.names == ["file", "source"])
  }

  @Test func `says what it cannot read`() async throws {
    let error = await URLSession.shared.publishedTask(for: transfer("nowhere")).failure()
    #expect(error?.reason == .connectionFailed)
    #expect((error?.underlying as? FileError)?.url == folder.file("nowhere"))
  }

  @Test func `is nowhere that a redirect leads`() async throws {
    let server = FaultServer()
    let address = folder.file("source").absoluteString
    server.serve(ServedFile(byteCount: 5), [.always(.redirect(302, to: .address(address)))])
    var transfer = server.transfer()
    transfer.allowsFileURLs = true
    let error = await URLSession.shared.publishedTask(for: transfer).failure()
    guard case .redirectRefused = error?.reason else { throw try #require(error) }
  }
}
