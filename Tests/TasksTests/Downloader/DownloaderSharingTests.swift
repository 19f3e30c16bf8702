import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct DownloaderSharingTests {
  private let fixture = DownloaderFixture()
  private var folder: ScratchFolder { fixture.folder }
  private var transport: StubTransport { fixture.transport }
  private var downloader: Downloader { fixture.downloader }

  @Test func `sends one request for several requests of one file`() async throws {
    let recordings = fixture.start("a", "a", "a", in: downloader)
    await transport.wait(for: ["a"])
    transport.tell("a", .send(400))
    for recording in recordings { await recording.reports(1) }
    transport.tell("a", .finish)
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    for recording in recordings { #expect(recording.reports.last?.fractionCompleted == 1) }
    #expect(transport.started == ["a"])
  }

  @Test func `is cancelled with the last subscriber`() async {
    let recordings = fixture.start("a", "a", in: downloader)
    await transport.wait(for: ["a"])
    recordings[0].invalidate()
    #expect(transport.current == ["a"])
    #expect(downloader.items.value.count == 1)
    recordings[1].invalidate()
    #expect(downloader.items.value.isEmpty)
    await transport.wait(for: [])
  }

  @Test func `loses its place when its last subscriber unsubscribes while it waits`() async throws {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    let recordings = fixture.start("a", "b", "c", in: downloader)
    recordings[1].invalidate()
    #expect(downloader.items.value.map(\.file) == [folder.file("a"), folder.file("c")])
    transport.tell("a", .finish)
    transport.tell("c", .finish)
    _ = try await recordings[2].result.get()
    #expect(transport.started == ["a", "c"])
  }

  private func request(_ path: String = "a", body: String? = nil, named name: String? = nil) -> TransferRequest {
    var request = TransferRequest(transport.request(path))
    request.urlRequest.httpMethod = body == nil ? "GET" : "POST"
    request.urlRequest.httpBody = body.map { Data($0.utf8) }
    request.resourceName = name
    return request
  }

  @Test(arguments: [("second", nil), ("", nil), ("first", 1_000)] as [(String, Int64?)])
  func `does not share with a request that has another body or expects more`(
    body: String, expectedByteCount: Int64?
  ) async throws {
    let first = Recording(downloader.publishedTask(downloading: request(body: "first"), to: folder.file("a")))
    var different = request(body: body)
    different.expectedByteCount = expectedByteCount
    let error = await downloader.publishedTask(downloading: different, to: folder.file("a")).failure()
    #expect(error?.reason == .destinationInUse(folder.file("a")))
    withExtendedLifetime(first) {}
  }

  @Test(arguments: [false, true])
  func `shares with the same body, or by the name of its resource with another URL`(isNamed: Bool) async throws {
    let recordings = (1...2).map { number in
      let request = isNamed ? request("a?signature=\(number)", named: "a of the album") : request(body: "same")
      return Recording(downloader.publishedTask(downloading: request, to: folder.file("a")))
    }
    transport.tell("a", .finish)
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    #expect(transport.started == ["a"])
  }

  @Test func `shares by each path of the folder, and not with another folder`() async throws {
    for name in ["data", "data/sub"] {
      try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: folder.file("data/sub"))
    // A link as the destination itself is replaced, so it is another file than its target.
    try FileManager.default.createSymbolicLink(at: folder.file("c"), withDestinationURL: folder.file("b"))
    // The parent of the target of a link, and that of the link.
    let files = ["link/a", "data/sub/a", "link/../b", "b", "c"].map { URL(filePath: "\(folder.url.path)/\($0)") }
    let recordings = files.map { file in
      Recording(downloader.publishedTask(downloading: transport.request(file.lastPathComponent), to: file))
    }
    #expect(downloader.items.value.count == 4)
    transport.finishAll()
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    for name in ["link/a", "data/b", "b", "c"] { #expect(try Data(contentsOf: folder.file(name)) == transport.body) }
  }

  @Test func `file names in different Unicode forms are different files`() async throws {
    let names = ["caf\u{E9}", "cafe\u{301}"]
    let recordings = names.enumerated().map { index, name in
      Recording(downloader.publishedTask(downloading: transport.request("\(index)"), to: folder.file(name)))
    }
    transport.finishAll()
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    #expect(Set(try folder.names.map { Array($0.utf8) }) == Set(names.map { Array($0.utf8) }))
  }
}
