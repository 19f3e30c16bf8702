import Foundation
import TestSupport
import Testing
import TidingsCore

import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads whose last subscriber leaves, in every phase.
@Suite(.timeLimit(.minutes(10)))
struct CancelledDownloadTests {
  private let folder: ScratchFolder
  private let server: FaultServer
  private let file = ServedFile(byteCount: 20_000)

  init() throws {
    folder = try ScratchFolder()
    server = try FaultServer()
  }

  private func download(resumes: Bool = false) -> TransferTask<DownloadedFile> {
    var transfer = server.transfer()
    transfer.resumes = resumes
    return URLSession.shared.publishedTask(downloading: transfer, to: folder.file())
  }

  /// Nothing is left but what may be, no server waits for anybody, and the next download has its way.
  private func expectNothingLeft(_ names: [String] = []) async throws {
    await server.wait { $0.answering == 0 }
    #expect(await ProcessFootprint.settles { ProcessFootprint.files(in: folder.url) == 0 })
    #expect(try folder.names == names)
    server.serve(file)
    _ = try await Recording(download(resumes: true)).result.get()
    #expect(try Data(contentsOf: folder.file()) == file.bytes)
    #expect(try folder.names == ["file"])
  }

  @Test func endsBeforeItHasBegun() async throws {
    server.serve(file)
    for _ in 1...100 { Recording(download()).invalidate() }
    try await expectNothingLeft()
  }

  @Test func endsWhileItConnects() async throws {
    // It listens, and nobody accepts: the connection is made by the system, and no answer comes.
    try await LoopbackServer.withDeafServer(listening: true) { request in
      let recording = Recording(URLSession.shared.publishedTask(downloading: request, to: folder.file()))
      #expect(await ProcessFootprint.settles { (try? folder.names.isEmpty) == false })
      recording.invalidate()
    }
    try await expectNothingLeft()
  }

  @Test(arguments: [Fault.stallBeforeHead, .stall(at: 0), .stall(at: 4_095), .stall(at: 9_000)])
  func endsWhileAnAnswerStandsStill(fault: Fault) async throws {
    server.serve(file, [.always(fault), .always(.stall(at: 19_999))])
    let recording = Recording(download())
    await server.wait { $0.stalled > 0 }
    recording.invalidate()
    try await expectNothingLeft()
  }

  @Test func endsAtAnyMoment() async throws {
    server.serve(file)
    let seed = UInt64(20_26)
    var generator = SplitMix64(seed: seed)
    for _ in 1...200 {
      let recording = Recording(download())
      let turns = Int.random(in: 0..<400, using: &generator)
      for _ in 0..<turns { await Task.yield() }
      recording.invalidate()
      try removeFileIfWhole()
    }
    // What was moved at the last moment may have come after that look at it.
    await server.wait { $0.answering == 0 }
    let isSettled = await ProcessFootprint.settles {
      ProcessFootprint.files(in: folder.url) == 0 && (try? folder.names.allSatisfy { $0 == "file" }) == true
    }
    #expect(isSettled)
    try removeFileIfWhole()
    try await expectNothingLeft()
  }

  /// Whole or not there: what is moved at the moment of a cancellation is whole, and later nothing is moved.
  private func removeFileIfWhole() throws {
    guard try folder.names.contains("file") else { return }
    #expect(try Data(contentsOf: folder.file()) == file.bytes)
    try FileManager.default.removeItem(at: folder.file())
  }

  @Test func endsFromInsideAReport() async throws {
    server.serve(file, [.always(.stall(at: 19_999))])
    let token = Locked<Subscription?>(nil)
    let isOver = AsyncStream.makeStream(of: Void.self)
    let subscription = download().attach { _ in
      token.withLock { $0.take() }?.invalidate()
      isOver.continuation.yield()
    }
    token.withLock { $0 = subscription }
    await isOver.stream.first { true }
    subscription.invalidate()
    try await expectNothingLeft()
  }

  @Test func endsFromManyThreads() async throws {
    server.serve(file, [.always(.stall(at: 10_000))])
    for _ in 1...20 {
      let task = download()
      let tokens = (0..<8).map { _ in Recording(task) }
      await tokens[0].reports(1)
      await onThreads(8) { thread in tokens[thread].invalidate() }
      #expect(await ProcessFootprint.settles { (try? folder.names.isEmpty) == true })
    }
    try await expectNothingLeft()
  }

  @Test func goesOnUntilTheLastLeaves() async throws {
    server.serve(file, [.once(.stall(at: 10_000))])
    let task = download()
    let (first, second) = (Recording(task), Recording(task))
    await server.wait { $0.stalled == 1 }
    first.invalidate()
    server.releaseStalls()
    _ = try await second.result.get()
    #expect(server.requests.count == 5)
    #expect(first.reports.count <= second.reports.count)
  }

  @Test func leavesWhatHasArrivedIfItIsResumed() async throws {
    server.serve(file, [.always(.stall(at: 10_000))])
    let recording = Recording(download(resumes: true))
    await server.wait { $0.stalled == 1 }
    recording.invalidate()
    try await expectNothingLeft([".file.partial", ".file.partial.json"])
  }
}
