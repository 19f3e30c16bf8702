import TestSupport
import Testing
import TidingsAdapters
import TidingsCore

@testable import TidingsTasks

/// Bytes on disk from which a download could resume, and responses with other content, such as that of a captive
/// portal.
@Suite(.timeLimit(.minutes(10)))
struct KeptBytesTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 10_000)

  private func transfer(_ request: URLRequest? = nil) -> TransferRequest {
    server.transfer(resumes: true).with {
      $0.urlRequest = request ?? $0.urlRequest
      $0.resourceName = "the file"
    }
  }

  private func download(_ transfer: TransferRequest) -> DownloadRecording { Recording(folder.download(transfer)) }

  private func fails(_ transfer: TransferRequest) async throws -> TransferError {
    let result = await download(transfer).result
    return try #require(throws: TransferError.self) { try result.get() }
  }

  /// Leaves the first half on disk.
  private func beginDownload() async throws {
    server.serve(file, [.always(.close(at: 5_000))])
    _ = try await fails(transfer())
    try expectFirstHalf()
  }

  private func expectFirstHalf() throws {
    #expect(try folder.names == [".file.partial", ".file.partial.json"])
    #expect(try Data(contentsOf: folder.file(".file.partial")) == file.bytes(0..<5_000))
  }

  /// The first half is on disk, and the next download resumes after it.
  private func expectNothingLost() async throws {
    try expectFirstHalf()
    server.serve(file)
    _ = try await download(transfer()).result.get()
    try folder.expectOnly(file)
    #expect(server.ranges.suffix(2) == ["bytes=5000-9095", "bytes=9096-9999"])
  }

  private static let page = "<html>Please log in</html>"

  /// A response with another content, what a download requires, and its error.
  struct Page: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var fields: [String] = []
    var body = Data(KeptBytesTests.page.utf8)
    var require: @Sendable (inout TransferRequest, ServedFile) -> Void = { _, _ in }
    var reason: TransferError.Reason
  }

  private static let tooSmall = TransferError.Reason.unexpectedSize(expectedBytes: 10_000, actualBytes: 26)
  private static let otherDigest = TransferError.Reason.unexpectedDigest(
    expected: ServedFile(byteCount: 10_000).digest.hexadecimal,
    actual: FNV1a.digest(of: Data(page.utf8)).hexadecimal)

  private static let pages = [
    Page(testDescription: "cut short", fields: ["Content-Length: 300"], reason: .truncated(expectedBytes: 300)),
    Page(
      testDescription: "cut short, with a validator", fields: ["ETag: \"page\"", "Content-Length: 300"],
      reason: .truncated(expectedBytes: 300)),
    Page(
      testDescription: "of an announced size", fields: ["Content-Length: 26"],
      require: { request, _ in request.expectedByteCount = 10_000 }, reason: tooSmall),
    Page(
      testDescription: "of an unknown size", require: { request, _ in request.expectedByteCount = 10_000 },
      reason: tooSmall),
    Page(
      testDescription: "with another digest", fields: ["Content-Length: 26"],
      require: { request, file in request.expectedDigest = file.expectedDigest }, reason: otherDigest),
    Page(
      testDescription: "larger than allowed", body: Data(count: 20_000),
      require: { request, _ in request.maximumByteCount = 10_000 }, reason: .tooLarge(maximumBytes: 10_000)),
  ]

  @Test(arguments: pages)
  func `a page removes no bytes`(page: Page) async throws {
    try await beginDownload()
    let portal = try LoopbackServer { connection in
      connection.send(status: "200 OK", headers: page.fields)
      _ = connection.send(page.body)
    }
    var request = transfer(portal.request())
    page.require(&request, file)
    let error = try await fails(request)
    #expect(error.reason == page.reason)
    if case .truncated = page.reason { #expect(error.byte == 26) }
    try await expectNothingLost()
  }

  @Test func `a limit that is too low removes no bytes of the file`() async throws {
    try await beginDownload()
    server.serve(file)
    let request = transfer().with { $0.maximumByteCount = 7_000 }
    #expect(try await fails(request).reason == .tooLarge(maximumBytes: 7_000))
    try await expectNothingLost()
  }

  @Test func `a download that is cancelled while it receives a page keeps its bytes`() async throws {
    try await beginDownload()
    let (pages, sent) = AsyncStream.makeStream(of: Void.self)
    let portal = try LoopbackServer { connection in
      connection.send(status: "200 OK", headers: ["Content-Length: 300"], body: Self.page)
      sent.yield()
      connection.waitForHangUp()
    }
    let recording = download(transfer(portal.request()))
    for await _ in pages { break }
    recording.invalidate()
    await folder.isClosed()
    try await expectNothingLost()
  }

  /// A retry must ignore the first response: a page that is cut short, or a range that is too long.
  @Test(arguments: [false, true])
  func `the next attempt resumes after the earlier bytes`(isPart: Bool) async throws {
    try await beginDownload()
    server.serve(file)
    let (file, answers, target) = (file, Attempts(), server.url().absoluteString)
    let portal = try LoopbackServer { connection in
      if answers.next() > 1 {
        connection.send(status: "302 Found", headers: ["Location: \(target)", "Content-Length: 0"])
      } else if isPart {
        connection.send(
          status: "206 Partial Content", headers: ["ETag: \"version-1\"", "Content-Range: bytes 5000-9095/10000"])
        _ = connection.send(file.bytes(0..<4_000))
        _ = connection.send(file.bytes(0..<2_000))
      } else {
        connection.send(status: "200 OK", headers: ["Content-Length: 300"], body: Self.page)
      }
    }
    let request = transfer(portal.request()).with {
      $0.expectedDigest = file.expectedDigest
      $0.retryPolicy = RetryPolicy(attempts: 2, backoff: .constant(.zero)) { _ in true }
    }
    _ = try await download(request).result.get()
    try folder.expectOnly(file)
    #expect(server.ranges.suffix(2) == ["bytes=5000-9095", "bytes=9096-9999"])
  }

  @Test func `a part that is longer than announced keeps the bytes before it`() async throws {
    try await beginDownload()
    let file = file
    let liar = try LoopbackServer { connection in
      connection.send(
        status: "206 Partial Content", headers: ["ETag: \"version-1\"", "Content-Range: bytes 5000-9095/10000"])
      _ = connection.send(file.bytes(5_000..<9_000))
      _ = connection.send(file.bytes(0..<2_000))
    }
    #expect(try await fails(transfer(liar.request())).reason == .tooLong(expectedBytes: 9_096))
    try await expectNothingLost()
  }

  @Test func `a changed file replaces the earlier bytes once it has as many`() async throws {
    try await beginDownload()
    server.serve(file.replaced, [.always(.close(at: 3_000))])
    _ = try await fails(transfer())
    try expectFirstHalf()
    server.serve(file.replaced, [.always(.close(at: 6_000))])
    _ = try await fails(transfer())
    #expect(try folder.names == [".file.partial", ".file.partial.json"])
    #expect(try Data(contentsOf: folder.file(".file.partial")) == file.replaced.bytes(0..<6_000))
    server.serve(file.replaced)
    _ = try await download(transfer()).result.get()
    #expect(try Data(contentsOf: folder.file()) == file.replaced.bytes)
    #expect(server.ranges.last == "bytes=6000-9999" || server.ranges.last == "bytes=6000-10095")
  }

  @Test(arguments: [true, false])
  func `a long new beginning replaces earlier bytes only if the file has changed`(isSame: Bool) async throws {
    let large = ServedFile(byteCount: 4 << 20)
    let request = transfer().with { $0.rangeByteCount = 4 << 20 }
    server.serve(large, [.always(.close(at: 3 << 20))])
    _ = try await fails(request)
    let next = isSame ? large : large.replaced
    server.serve(next, [.always(.rangeIgnored), .always(.close(at: 2 << 20))])
    _ = try await fails(request)
    #expect(try folder.names == [".file.partial", ".file.partial.json"])
    #expect(try Data(contentsOf: folder.file(".file.partial")) == next.bytes(0..<(isSame ? 3 : 2) << 20))
  }

  @Test func `bytes that a server without ranges sends again are skipped`() async throws {
    try await beginDownload()
    server.serve(file, [.always(.rangeIgnored), .always(.close(at: 3_000))])
    _ = try await fails(transfer())
    try expectFirstHalf()
    server.serve(file, [.always(.rangeIgnored)])
    let disk = DiskRecording()
    var request = transfer()
    request.expectedDigest = file.expectedDigest
    request.diskCalls = disk.calls
    _ = try await download(request).result.get()
    #expect(try Data(contentsOf: folder.file()) == file.bytes)
    let offsets = disk.steps.compactMap { step in
      if case .written(file: 0, _, let offset) = step { offset } else { nil }
    }
    #expect(offsets.first == 5_000)
    #expect(offsets == offsets.sorted())
  }

  @Test func `a body that is skipped and longer than announced removes no bytes`() async throws {
    let large = ServedFile(byteCount: 1 << 20)
    let request = transfer().with { $0.rangeByteCount = 1 << 20 }
    server.serve(large, [.always(.close(at: 400_000))])
    _ = try await fails(request)
    let tooLong = FunctionTransport { exchange in
      try exchange.receive(
        status: 200, fields: ["ETag": large.entityTag ?? "", "Content-Length": "\(large.byteCount)"])
      try exchange.receive(large.bytes(0..<600_000))
      try exchange.receive(large.bytes(600_000..<large.byteCount) + Data(count: 300_000))
    }
    let result = await folder.download(request, by: tooLong).result()
    let error = try #require(throws: TransferError.self) { try result.get() }
    #expect(error.reason == .tooLong(expectedBytes: 1 << 20))
    #expect(try Data(contentsOf: folder.file(".file.partial")) == large.bytes(0..<400_000))
  }

  @Test func `the digest includes the bytes on disk, not the skipped ones`() async throws {
    try await beginDownload()
    try file.replaced.bytes(0..<5_000).write(to: folder.file(".file.partial"))
    server.serve(file, [.always(.rangeIgnored)])
    let reason = try await fails(transfer().with { $0.expectedDigest = file.expectedDigest }).reason
    guard case .unexpectedDigest = reason else { throw TransferError(reason) }
    #expect(try folder.names == [])
  }
}
