import Foundation
import Testing
import TidingsAdapters
import TidingsCore

import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads with several windows at once.
@Suite(.timeLimit(.minutes(10)))
struct SegmentedDownloadTests {
  private let folder: ScratchFolder
  private let server: FaultServer
  private let file = ServedFile(byteCount: 100_000)

  init() throws {
    folder = try ScratchFolder()
    server = try FaultServer()
  }

  private func download(
    _ segments: Int, resumes: Bool = false, retry: RetryPolicy = .never
  ) -> Recording<TransferProgress, DownloadedFile> {
    var transfer = server.transfer()
    transfer.segments = segments
    transfer.isResumable = resumes
    transfer.retryPolicy = retry
    transfer.expectedDigest = file.expectedDigest
    return Recording(URLSession.shared.publishedTask(downloading: transfer, to: folder.file()))
  }

  private func expectWhole() throws {
    #expect(try Data(contentsOf: folder.file()) == file.bytes)
    #expect(try folder.names == ["file"])
  }

  @Test(arguments: 1...8)
  func `makes one file of them`(segments: Int) async throws {
    server.serve(file)
    let recording = download(segments)
    _ = try await recording.result.get()
    try expectWhole()
    #expect(Set(server.ranges).count == 25)
    #expect(server.requests.count == 25)
    #expect(recording.reports.last?.fractionCompleted == 1)
  }

  @Test func `has as many at the same time as asked for`() async throws {
    server.serve(file, [.always(.stall(at: 4_096)), .always(.stall(at: 8_192)), .always(.stall(at: 12_288))])
    let recording = download(3)
    await server.wait { $0.stalled == 3 }
    #expect(server.requests.count == 4)
    server.releaseStalls()
    _ = try await recording.result.get()
    try expectWhole()
  }

  @Test func `keeps what is there without a gap`() async throws {
    server.serve(file, [.always(.close(at: 40_000)), .always(.close(at: 60_000))])
    _ = await download(4, resumes: true).result
    let partial = try Data(contentsOf: folder.file(".file.partial"))
    #expect(partial.count <= 40_000)
    #expect(partial == file.bytes(0..<Int64(partial.count)))
    server.serve(file)
    _ = try await download(4, resumes: true).result.get()
    try expectWhole()
  }

  /// What a crash leaves when a window beyond the first gap has begun.
  @Test func `goes on before the gap after a crash`() async throws {
    server.serve(file, [4_096, 8_192, 12_300].map { .always(.stall(at: $0)) })
    let recording = download(3, resumes: true)
    await server.wait { $0.stalled == 3 }
    await folder.hasBytes(12_300, at: ".file.partial")
    let crashed = try ScratchFolder()
    for name in [".file.partial", ".file.partial.json"] {
      try FileManager.default.copyItem(at: folder.file(name), to: crashed.file(name))
    }
    recording.invalidate()
    server.serve(file)
    var transfer = server.transfer()
    transfer.isResumable = true
    _ = try await Recording(URLSession.shared.publishedTask(downloading: transfer, to: crashed.file())).result.get()
    #expect(try Data(contentsOf: crashed.file()) == file.bytes)
  }

  @Test func `comes to its end through many faults`() async throws {
    server.serve(file, (1...24).map { .once(.reset(at: Int64($0) * 4_000)) })
    _ = try await download(5, retry: RetryPolicy(attempts: 30, backoff: .constant(.zero))).result.get()
    try expectWhole()
  }

  @Test func `starts over when the file is replaced`() async throws {
    server.serve(file.replaced, [.from(6, .replaced)])
    let replacement = file.replaced.replaced
    var transfer = server.transfer()
    transfer.segments = 3
    _ = try await Recording(URLSession.shared.publishedTask(downloading: transfer, to: folder.file())).result.get()
    #expect(try Data(contentsOf: folder.file()) == replacement.bytes)
  }
}
