import TestSupport
import Testing
import TidingsAdapters
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct ResumedDownloadTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 10_000)
  private static let left = [".file.partial", ".file.partial.json"]

  private func transfer(_ path: String = "/file") -> TransferRequest { server.transfer(path, resumes: true) }

  /// Leaves the first half on disk.
  private func beginDownload(named name: String? = nil) async throws {
    server.serve(file, [.always(.close(at: 5_000))])
    let error = await folder.download(transfer().with { $0.resourceName = name }).failure()
    #expect(error?.reason == .truncated(expectedBytes: 8_192))
    #expect(error?.byte == 5_000)
    #expect(try folder.names == Self.left)
    #expect(try Data(contentsOf: folder.file(".file.partial")) == file.bytes(0..<5_000))
  }

  @Test(arguments: [nil, "the file"])
  func `resumes after the last byte, also with another URL and the same resource name`(name: String?) async throws {
    try await beginDownload(named: name)
    server.serve(file)
    let transfer = transfer().with {
      $0.resourceName = name
      if name != nil { $0.urlRequest.url = server.url("/file?signature=2") }
      $0.expectedDigest = file.expectedDigest
    }
    let recording = Recording(folder.download(transfer))
    _ = try await recording.result.get()
    try folder.expectOnly(file)
    #expect(server.ranges.suffix(2) == ["bytes=5000-9095", "bytes=9096-9999"])
    #expect(recording.reports.first?.transferredBytes == 5_000)
    #expect(recording.reports.last?.fractionCompleted == 1)
  }

  @Test(arguments: ["/file?id=2", "/other/file", "/another", "/file/"])
  func `starts again for another URL, even if the validators match`(path: String) async throws {
    try await beginDownload()
    let other = file.withOtherBytes
    server.serve(other, at: "/file")
    server.serve(other, at: path)
    _ = try await folder.download(transfer(path)).result().get()
    try folder.expectOnly(other)
  }

  @Test func `stores no secrets of the URL`() async throws {
    server.serve(file, [.always(.close(at: 5_000))])
    let url = URL(string: "http://user:word@127.0.0.1:\(server.port)/file?signature=key#part")
    _ = await folder.download(transfer().with { $0.urlRequest.url = url }).result()
    let record = try folder.text(of: ".file.partial.json")
    #expect(record.contains("/file?signature=*"))
    for secret in ["user", "word", "key"] { #expect(!record.contains(secret)) }
  }

  @Test func `compares the digest of a changed file with its new bytes only`() async throws {
    try await beginDownload()
    server.serve(file.replaced)
    let digest = file.replaced.expectedDigest
    _ = try await folder.download(transfer().with { $0.expectedDigest = digest }).result().get()
    try folder.expectOnly(file.replaced)
  }

  /// Records the size of each piece. The first one waits for a signal.
  private struct ObservedHash: IncrementalHash {
    static let pieces = EventState<[Int]>([])
    static let mayGoOn = DispatchSemaphore(value: 0)

    mutating func update(data: Data) {
      let isFirst = Self.pieces.change { pieces in
        pieces.append(data.count)
        return pieces.count == 1
      }
      if isFirst { Self.mayGoOn.wait() }
    }

    func finalize() -> [UInt8] { [] }
  }

  @Test func `hashes a complete file that was not moved once, and stops at its cancellation`() async throws {
    let file = ServedFile(byteCount: 3 << 20)
    server.serve(file, [.once(.close(at: 5_000))])
    _ = await folder.download(transfer()).result()
    try leave(file.bytes, recordedBytes: file.byteCount)
    let request = transfer().with { $0.expectedDigest = ExpectedDigest(ObservedHash.self, bytes: []) }
    let first = Recording(folder.download(request))
    await ObservedHash.pieces.wait(for: "the first piece") { $0.count == 1 }
    first.invalidate()
    ObservedHash.mayGoOn.signal()
    await folder.isClosed()
    #expect(ObservedHash.pieces.state == [1 << 20])
    _ = try await folder.download(request).result().get()
    #expect(ObservedHash.pieces.state == Array(repeating: 1 << 20, count: 4))
    #expect(server.ranges.last == "bytes=3145727-3145727")
    try folder.expectOnly(file)
  }

  @Test func `checks the digest of a complete file whose last byte is received again`() async throws {
    try await beginDownload()
    try leave(file.bytes, recordedBytes: file.byteCount)
    let other = file.withOtherBytes
    #expect(other.bytes.last != file.bytes.last)
    server.serve(other)
    let error = await folder.download(transfer().with { $0.expectedDigest = file.expectedDigest }).failure()
    guard case .unexpectedDigest = error?.reason else { throw try #require(error) }
    #expect(server.ranges.last == "bytes=9999-9999")
    #expect(try folder.names == [])
  }

  /// The system reports lost bytes once. After that, a synchronization succeeds without them.
  @Test func `does not record bytes that the disk has lost`() async throws {
    try await beginDownload()
    server.serve(file)
    var request = transfer()
    let hasFailed = Locked(false)
    request.diskCalls.failure = { change in
      guard case .synchronized = change else { return nil }
      return hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return hasFailed ? nil : .EIO
      }
    }
    #expect(await folder.download(request).failure()?.reason == .destinationNotWritable(folder.file()))
    #expect(try folder.names == Self.left)
    #expect(try folder.text(of: ".file.partial.json").contains("\"byteCount\":5000,"))
  }

  @Test func `starts again if it is not resumable`() async throws {
    try await beginDownload()
    server.serve(file)
    _ = try await folder.download(transfer().with { $0.isResumable = false }).result().get()
    try folder.expectOnly(file)
    #expect(server.ranges.suffix(3) == ["bytes=0-4095", "bytes=4096-8191", "bytes=8192-9999"])
  }

  @Test func `continues for a new subscriber after the last has unsubscribed`() async throws {
    // In every response, because a completed task delivers its result without progress.
    server.serve(file, [.always(.stall(at: 5_000))])
    let task = folder.download(transfer())
    for _ in 1...20 {
      let first = Recording(task)
      await first.reports(1)
      first.invalidate()
    }
    server.serve(file)
    _ = try await Recording(task).result.get()
    try folder.expectOnly(file)
  }

  @Test(arguments: [false, true])
  func `keeps the files on disk if no bytes are added`(hasBytes: Bool) async throws {
    if hasBytes { try await beginDownload() }
    let left = hasBytes ? Self.left : []
    server.serve(file, [.always(.status(404))])
    _ = await folder.download(transfer()).result()
    #expect(try folder.names == left)
    server.serve(file, [.always(.stallBeforeHead)])
    let recording = Recording(folder.download(transfer()))
    await server.wait { $0.stalled == 1 }
    recording.invalidate()
    await folder.isClosed()
    #expect(try folder.names == left)
  }

  @Test func `accepts no more bytes than allowed`() async throws {
    // Without a known size, the request exceeds the end of the file.
    server.serve(file, [.always(.rangeIgnored), .always(.chunkedClose(at: 9_999))])
    _ = await folder.download(transfer()).result()
    try leave(file.bytes, recordedBytes: file.byteCount)
    server.serve(file)
    let error = await folder.download(transfer().with { $0.maximumByteCount = 9_000 }).failure()
    #expect(server.ranges.last == "bytes=10000-14095")
    #expect(error?.reason == .tooLarge(maximumBytes: 9_000))
    #expect(try folder.names.isEmpty)
  }

  private func leave(_ bytes: Data, recordedBytes: Int64) throws {
    let url = folder.file(".file.partial.json")
    var record = try #require(ResumeRecord(Data(contentsOf: url)))
    record.byteCount = recordedBytes
    try record.data.write(to: url)
    try bytes.write(to: folder.file(".file.partial"))
  }

  @Test func `fails if the file becomes shorter`() async throws {
    server.serve(ServedFile(byteCount: 3 << 20), [.always(.close(at: 3 << 20 - 1))])
    let request = transfer().with { $0.rangeByteCount = 4 << 20 }
    _ = await folder.download(request).result()
    CuttingHash.file.withLock { $0 = folder.file(".file.partial") }
    let digest = ExpectedDigest(CuttingHash.self, bytes: [])
    let error = await folder.download(request.with { $0.expectedDigest = digest }).failure()
    #expect(error?.reason == .destinationNotWritable(folder.file()))
  }
}

private struct CuttingHash: IncrementalHash {
  static let file = Locked<URL?>(nil)

  mutating func update(data: Data) {
    guard let file = Self.file.withLock({ $0.take() }) else { return }
    #expect(unsafe truncate(file.path, 10) == 0)
  }

  func finalize() -> [UInt8] { [] }
}
