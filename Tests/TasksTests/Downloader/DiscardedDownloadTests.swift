import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// The files that a downloader keeps or removes when a download ends without success.
@Suite(.timeLimit(.minutes(10)))
struct DiscardedDownloadTests {
  private let fixture = DownloaderFixture()
  private var folder: ScratchFolder { fixture.folder }
  private var transport: StubTransport { fixture.transport }
  private var downloader: Downloader { fixture.downloader }
  private static let left = [".a.partial", ".a.partial.json"]

  /// Downloads the file, and returns the first requested byte.
  private func download(in downloader: Downloader) async throws -> Int64? {
    transport.tell("a", .finish)
    _ = try await fixture.start("a", in: downloader)[0].result.get()
    #expect(try Data(contentsOf: folder.file("a")) == transport.body)
    #expect(try folder.names == ["a"])
    return transport.offsets.last
  }

  @Test(arguments: [false, true])
  func `a cancelled or left download keeps its bytes, and the next one resumes`(isLeft: Bool) async throws {
    let recording = await fixture.begin("a", in: downloader)
    if isLeft { recording.invalidate() } else { downloader.cancel(folder.file("a")) }
    if !isLeft { #expect(await recording.isCancelled) }
    await transport.wait(for: [])
    #expect(try folder.names == Self.left)
    #expect(try await download(in: downloader) == 400)
  }

  @Test func `a download that was cancelled with discarding is not found`() async throws {
    for _ in 1...20 {
      await fixture.begin("a", in: downloader)
      downloader.cancel(folder.file("a"), discarding: true)
      #expect(try await downloader.unfinishedDownloads(in: folder.url).isEmpty)
      await folder.has([])
    }
  }

  @Test func `cancelling with discarding removes the bytes of an earlier run that is still ending`() async throws {
    for _ in 1...20 {
      let first = await fixture.begin("a", in: downloader)
      downloader.cancel(folder.file("a"))
      let second = fixture.start("a", in: downloader)[0]
      downloader.cancel(folder.file("a"), discarding: true)
      #expect(await first.isCancelled)
      #expect(await second.isCancelled)
      await folder.has([])
      await transport.wait(for: [])
    }
  }

  @Test func `a download requested right after discarding starts at the first byte`() async throws {
    for _ in 1...20 {
      await fixture.begin("a", in: downloader)
      downloader.pause(folder.file("a"))
      await transport.wait(for: [])
      downloader.cancel(folder.file("a"), discarding: true)
      #expect(try await download(in: downloader) == 0)
      try FileManager.default.removeItem(at: folder.file("a"))
    }
  }

  @Test func `cancelling all with discarding removes the bytes of all`() async throws {
    let recordings = [await fixture.begin("a", in: downloader)] + fixture.start("b", in: downloader)
    downloader.cancelAll(discarding: true)
    for recording in recordings { #expect(await recording.isCancelled) }
    await folder.has([])
  }

  /// Sends the head and a part of a body, then nothing until the client hangs up.
  private func stallingServer(_ status: String, _ fields: [String]) throws -> LoopbackServer {
    try LoopbackServer { connection in
      connection.send(status: status, headers: fields + ["Content-Length: 1000"], body: "a part of the body")
      connection.waitForHangUp()
    }
  }

  @Test(
    arguments: [
      ("200 OK", ["ETag: \"strong\""], false), ("200 OK", ["ETag: \"strong\"", "Accept-Ranges: none"], false),
      ("200 OK", ["ETag: W/\"weak\"", "Accept-Ranges: bytes"], false), ("200 OK", ["Accept-Ranges: bytes"], false),
      ("200 OK", ["ETag: \"strong\"", "Accept-Ranges: bytes"], true),
      ("206 Partial Content", ["ETag: \"strong\"", "Content-Range: bytes 0-999/2000"], true),
    ])
  func `bytes that cannot be resumed are removed by a cancellation`(
    status: String, fields: [String], areKept: Bool
  ) async throws {
    let server = try stallingServer(status, fields)
    let downloader = Downloader()
    let recording = Recording(downloader.publishedTask(downloading: server.request(), to: folder.file("a")))
    await folder.hasBytes(18, at: ".a.partial")
    downloader.cancel(folder.file("a"))
    #expect(await recording.isCancelled)
    await folder.isClosed()
    #expect(try folder.names == (areKept ? Self.left : []))
  }
}
