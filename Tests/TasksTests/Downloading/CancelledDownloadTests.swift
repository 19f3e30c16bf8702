import Dispatch
import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// Downloads whose last subscriber leaves, at every point.
@Suite(.timeLimit(.minutes(10)))
struct CancelledDownloadTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 20_000)

  /// Checks that no file is left, that the server sends no response, and that the next download succeeds.
  private func expectNothingLeft() async throws {
    await server.wait { $0.responding == 0 }
    await folder.isClosed()
    await folder.has([])
    server.serve(file)
    _ = try await folder.download(server.transfer()).result().get()
    try folder.expectOnly(file)
  }

  @Test func `can be cancelled while it receives at full speed`() async throws {
    let hungUp = EventState(false)
    let server = try LoopbackServer { connection in
      connection.send(status: "200 OK")
      connection.flood()
      hungUp.change { $0 = true }
    }
    let recording = Recording(folder.download(server.request()))
    await recording.reports(3)
    #expect(try folder.names == [".file.partial"])
    recording.invalidate()
    await hungUp.wait(for: "the server to see the client hang up") { $0 }
    await folder.has([])
  }

  @Test func `can be cancelled at any moment`() async throws {
    var generator = SplitMix64(seed: SplitMix64.seed)
    for number in 1...200 {
      let point = CancellationPoint.random(for: file, window: 4_096, using: &generator)
      let course = "download \(number) of TIDINGS_SEED=\(SplitMix64.seed), cancelled at \(point)"
      // In every second case, the download continues while it is cancelled.
      let goesOn = Bool.random(using: &generator)
      await cancelDownload("/file-\(number)", at: point, goesOn: goesOn, course)
      try removeFileIfWhole(course)
    }
    // A file that was moved at the last moment may have been moved after this check.
    await server.wait { $0.responding == 0 }
    await folder.isClosed()
    try removeFileIfWhole("the last downloads of TIDINGS_SEED=\(SplitMix64.seed)")
    try await expectNothingLeft()
  }

  private func cancelDownload(_ path: String, at point: CancellationPoint, goesOn: Bool, _ course: String) async {
    server.serve(file, at: path, point.fault.map { [$0] } ?? [])
    let isReached = EventState(false)
    let token = Locked<Subscription?>(nil)
    let isKnown = DispatchSemaphore(value: 0)
    let tell: @Sendable (CancellationPoint.Moment) -> Void = { moment in
      guard point.isReached?(moment) == true else { return }
      if !goesOn {
        isKnown.wait()
        token.withLock { $0.take() }?.invalidate()
      }
      isReached.change { $0 = true }
    }
    TellingHash.tell.withLock { $0 = tell }
    let digest = ExpectedDigest(TellingHash.self, bytes: file.digest)
    let transfer = server.transfer(path).with { $0.expectedDigest = digest }
    let reports = Attempts()
    let task = folder.download(transfer, by: TellingTransport(URLSession.shared, tell))
    let subscription = task.attach { update in
      if case .inProgress(let progress) = update {
        tell(.reports(number: reports.next(), byteCount: progress.transferredBytes))
      }
    }
    token.withLock { $0 = subscription }
    isKnown.signal()
    if point.fault != nil {
      await server.waitForStall(of: path, "a stall in \(course)")
    } else if point.isReached != nil {
      await isReached.wait(for: course) { $0 }
    }
    subscription.invalidate()
    // The closure with the token belongs to the task, and therefore to the token itself.
    let held = token.withLock { $0.take() }
    withExtendedLifetime(held) {}
  }

  /// Checks that the file is complete or missing. A file that is moved at the moment of a cancellation is complete.
  private func removeFileIfWhole(_ course: String) throws {
    guard try folder.names.contains("file") else { return }
    #expect(try Data(contentsOf: folder.file()) == file.bytes, "\(course)")
    try FileManager.default.removeItem(at: folder.file())
  }
}
