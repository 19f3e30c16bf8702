import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// The bytes that remain on disk, and resuming them.
@Suite(.timeLimit(.minutes(10)))
struct UnfinishedDownloadTests {
  private let fixture = DownloaderFixture()
  private var folder: ScratchFolder { fixture.folder }
  private var transport: StubTransport { fixture.transport }
  private var downloader: Downloader { fixture.downloader }

  private func leave(_ record: String, _ bytes: Int?, at name: String) throws {
    try Data(record.utf8).write(to: folder.file(".\(name).partial.json"))
    if let bytes { try Data(count: bytes).write(to: folder.file(".\(name).partial")) }
  }

  private func record(_ name: String, size: Int64? = 1_000) -> String {
    let validator = StrongValidator(entityTag: "\"stub\"", lastModified: nil, date: nil)
    let request = transport.request(name)
    let record = ResumeRecord(
      url: request.url, resource: TransferRequest(request).resourceIdentity, name: name, validator: validator,
      size: size, byteCount: size ?? 0)
    return String(decoding: record.data, as: UTF8.self)
  }

  @Test func `is found by another downloader`() async throws {
    let recording = await fixture.begin("a", in: downloader)
    recording.invalidate()
    let found = try await Downloader(transport: transport).unfinishedDownloads(in: folder.url)
    let expected = UnfinishedDownload(
      file: folder.file("a"), url: transport.request("a").url, byteCount: 400, expectedBytes: 1_000)
    #expect(found == [expected])
  }

  @Test func `resumes where an earlier program has stopped`() async throws {
    try leave(record("a"), nil, at: "a")
    try transport.body.prefix(700).write(to: folder.file(".a.partial"))
    let unfinished = try #require(try await downloader.unfinishedDownloads(in: folder.url).first)
    let recording = Recording(downloader.publishedTask(downloading: transport.request("a"), to: unfinished.file))
    transport.tell("a", .finish)
    #expect(try await recording.result.get().byteCount == 1_000)
    #expect(transport.offsets == [700])
    #expect(try Data(contentsOf: folder.file("a")) == transport.body)
    #expect(try folder.names == ["a"])
  }

  @Test func `is found and removed after a kill before the first response`() async throws {
    let server = FaultServer()
    server.serve(ServedFile(byteCount: 1_000), [.always(.stallBeforeHead)])
    let recording = Recording(
      Downloader(transport: URLSession.shared).publishedTask(downloading: server.request(), to: folder.file("a")))
    await server.wait(for: "a stall before the first response") { $0.stalled == 1 }
    let killed = ScratchFolder()
    for name in try folder.names {
      try FileManager.default.copyItem(at: folder.file(name), to: killed.file(name))
    }
    recording.invalidate()
    let found = try await Downloader(transport: transport).unfinishedDownloads(in: killed.url)
    #expect(found == [UnfinishedDownload(file: killed.file("a"), url: server.url(), byteCount: 0)])
    for unfinished in found { try await unfinished.discard() }
    #expect(try killed.names.isEmpty)
  }

  @Test func `is removed although a folder is at its destination`() async throws {
    try leave(record("a"), 700, at: "a")
    try FileManager.default.createDirectory(at: folder.file("a"), withIntermediateDirectories: false)
    let unfinished = try await Downloader(transport: transport).unfinishedDownloads(in: folder.url)
    #expect(unfinished.count == 1)
    for unfinished in unfinished { try await unfinished.discard() }
    #expect(try folder.names == ["a"])
  }

  @Test func `is not found while it is downloaded through a link`() async throws {
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
    let task = downloader.publishedTask(downloading: transport.request("a"), to: link.appending(component: "a"))
    let recording = Recording(task)
    transport.tell("a", .send(400))
    await folder.hasBytes(400, at: ".a.partial")
    #expect(try await downloader.unfinishedDownloads(in: folder.url).isEmpty)
    withExtendedLifetime(recording) {}
  }

  @Test func `is kept if its bytes are fewer than recorded and the record cannot be replaced`() async throws {
    try leave(record("a"), 400, at: "a")
    let obstacle = folder.file(".a.partial.json.new")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
    let failure = await fixture.task("a", in: downloader).failure()
    #expect(failure?.reason == .destinationNotWritable(folder.file("a")))
    #expect(try await downloader.unfinishedDownloads(in: folder.url).map(\.byteCount) == [400])
  }

  @Test(arguments: [("../a", 400), ("/etc/a", 400), ("..", 400), (".", 400), ("", 400), ("b", 400), ("a", nil)])
  func `is not found if its files were renamed or its bytes are missing`(name: String, byteCount: Int?) async throws {
    try leave(record("a").replacing("\"name\":\"a\"", with: "\"name\":\"\(name)\""), byteCount, at: "a")
    #expect(try await Downloader(transport: transport).unfinishedDownloads(in: folder.url).isEmpty)
  }

  @Test func `is listed in the order of file names`() async throws {
    for name in ["film", "film.mp4", "a", "a b"] { try leave(record(name), 400, at: name) }
    let found = try await Downloader(transport: transport).unfinishedDownloads(in: folder.url)
    #expect(found.map(\.file.lastPathComponent) == ["a", "a b", "film", "film.mp4"])
  }

  @Test func `cannot resume without a validator`() async throws {
    let resource = TransferRequest(transport.request("a")).resourceIdentity
    let record = ResumeRecord(url: nil, resource: resource, name: "a", validator: nil, size: 1_000)
    try leave(String(decoding: record.data, as: UTF8.self), 400, at: "a")
    let found = try await Downloader(transport: transport).unfinishedDownloads(in: folder.url)
    #expect(found.map(\.byteCount) == [0])
  }

  @Test func `is found under the longest possible names, which differ only at their ends`() async throws {
    let names = ["1", "2"].map { String(repeating: "ü", count: 127) + $0 }
    for name in names {
      let recording = fixture.start(name, in: downloader)[0]
      transport.tell(name, .send(400))
      await recording.reports(1)
      recording.invalidate()
    }
    let found = try await downloader.unfinishedDownloads(in: folder.url)
    #expect(found.map(\.file) == names.map { folder.file($0) })
  }

  @Test func `is removed after a cancelled download has released it`() async throws {
    await fixture.begin("a", in: downloader)
    downloader.cancel(folder.file("a"))
    for unfinished in try await downloader.unfinishedDownloads(in: folder.url) { try await unfinished.discard() }
    #expect(try folder.names.isEmpty)
  }

  @Test func `is not removed while it is downloaded again`() async throws {
    try leave(record("a"), 400, at: "a")
    let unfinished = try #require(try await downloader.unfinishedDownloads(in: folder.url).first)
    let recording = fixture.start("a", in: downloader)[0]
    await recording.reports(1)
    await #expect {
      try await unfinished.discard()
    } throws: {
      ($0 as? TransferError)?.reason == .destinationInUse(folder.file("a"))
    }
  }

  @Test func `needs a folder that can be read, and file URLs`() async throws {
    let address = try #require(URL(string: "https://host\(folder.url.path)"))
    for (folder, cause) in [(folder.file("none"), nil), (address, "It is not a file URL with a valid path")] {
      let error = await #expect(throws: TransferError.self) { try await downloader.unfinishedDownloads(in: folder) }
      #expect(error?.reason == .sourceNotReadable(folder))
      if let cause { #expect(error?.description.hasPrefix("“\(address)” cannot be read: \(cause). ") == true) }
    }
    let unfinished = UnfinishedDownload(file: address.appending(component: "a"), url: nil, byteCount: 0)
    let error = await #expect(throws: TransferError.self) { try await unfinished.discard() }
    #expect(error?.reason == .destinationNotWritable(unfinished.file))
    #expect(error?.description.contains("cannot be written: It is not a file URL with a valid path. ") == true)
  }

  @Test func `a URL with the path of a destination is not that destination`() async throws {
    await fixture.begin("a", in: downloader)
    let address = try #require(URL(string: "https://host\(folder.file("a").path)"))
    downloader.pause(address)
    #expect(downloader.items.value.map(\.state) == [.running])
    let error = await downloader.publishedTask(downloading: transport.request("a"), to: address).failure()
    #expect(error?.reason == .destinationNotWritable(address))
    #expect((error?.underlying as? FileError)?.reason == .notAFileURL)
    #expect(transport.started == ["a"])
  }
}
