import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct DownloaderTests {
  private let fixture = DownloaderFixture()
  private var folder: ScratchFolder { fixture.folder }
  private var transport: StubTransport { fixture.transport }

  @Test func `starts at most its limit immediately`() async throws {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 3)
    let names = (0..<200).map { "file-\($0)" }
    let recordings = names.map { Recording(fixture.task($0, in: downloader)) }
    await transport.wait(for: ["file-0", "file-1", "file-2"])
    for name in names { transport.tell(name, .finish) }
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    #expect(transport.maximum == 3)
    #expect(transport.started.count == 200)
    for name in names { #expect(try Data(contentsOf: folder.file(name)) == transport.body) }
    #expect(try folder.names == names.sorted())
  }

  @Test func `starts downloads by priority, and those of the same priority in the order of the requests`()
    async throws
  {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    let first = fixture.start("first", in: downloader)
    let low = fixture.start("low", in: downloader, priority: .low)
    let normal = fixture.start("normal", "raised", "c", "a", "b", "d", in: downloader)
    let high = fixture.start("high", in: downloader, priority: .high)
    downloader.setPriority(.high, for: folder.file("raised"))
    transport.finishAll()
    for recording in first + low + normal + high { _ = try await recording.result.get() }
    #expect(transport.started == ["first", "raised", "high", "normal", "c", "a", "b", "d", "low"])
  }

  @Test func `uses the highest priority of its requests`() async throws {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    let recordings =
      fixture.start("first", "second", "shared", in: downloader)
      + fixture.start("shared", in: downloader, priority: .high)
    for name in ["first", "second", "shared"] { transport.tell(name, .finish) }
    for recording in recordings { _ = try await recording.result.get() }
    #expect(transport.started == ["first", "shared", "second"])
    #expect(transport.priorities == [.normal, .high, .normal])
  }

  @Test func `starts more when the limit is raised`() async {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    fixture.start("a", "b", "c", in: downloader)
    await transport.wait(for: ["a"])
    downloader.maximumConcurrentDownloads = 2
    await transport.wait(for: ["a", "b"])
  }

  @Test func `fails immediately for an invalid URL`() async {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    let bad = (0..<2_000).map { number in
      Recording(
        downloader.publishedTask(downloading: URLRequest(url: URL(string: "nowhere:")!), to: folder.file("\(number)")))
    }
    for recording in bad { #expect(await recording.failure()?.reason == .unsupportedURL("nowhere:")) }
    #expect(downloader.items.value.isEmpty)
    #expect(transport.started.isEmpty)
  }
}
