import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct DownloaderThreadTests {
  /// A large file that is sent without commands.
  private let fixture = DownloaderFixture(byteCount: 50_000, answersByItself: true)

  @Test func `resumes after any number of pauses`() async throws {
    let downloader = Downloader(transport: fixture.transport)
    let recording = fixture.start("a", in: downloader)[0]
    let file = fixture.folder.file("a")
    await onThreads(3) { _ in
      for _ in 0..<repetitions(300) {
        downloader.pause(file)
        downloader.resume(file)
      }
    }
    downloader.resume(file)
    #expect(try await recording.result.get().byteCount == 50_000)
    #expect(try Data(contentsOf: file) == fixture.transport.body)
  }

  @Test func `never blocks itself while subscribers come and go`() async throws {
    let downloader = Downloader(transport: fixture.transport, maximumConcurrentDownloads: 2)
    await onThreads(4) { _ in
      for _ in 0..<repetitions(300) { fixture.task("a", in: downloader).attach { _ in }.invalidate() }
    }
    #expect(try await fixture.start("a", in: downloader)[0].result.get().byteCount == 50_000)
    #expect(try Data(contentsOf: fixture.folder.file("a")) == fixture.transport.body)
  }

  @Test func `completes and leaves no files with many threads`() async throws {
    try await LiveScope.expectingNoLeaks {
      let fixture = DownloaderFixture(byteCount: 3_000, answersByItself: true)
      let downloader = Downloader(transport: fixture.transport, maximumConcurrentDownloads: 3)
      let recordings = Locked<[DownloadRecording]>([])
      let seen = Locked<[DownloaderProgress]>([])
      let token = downloader.progress.attach { progress in seen.withLock { $0.append(progress) } }
      await onThreads(4) { thread in
        var mischief = Mischief(fixture: fixture, downloader: downloader, seed: SplitMix64.seed &+ UInt64(thread))
        for _ in 0..<repetitions(400) { mischief.doSomething() }
        let mine = mischief.recordings
        recordings.withLock { $0 += mine }
      }
      downloader.resumeAll()
      for recording in recordings.withLock({ $0 }) {
        switch await recording.result {
        case .success(let file): #expect(file.byteCount == 3_000)
        case .failure(let error): #expect((error as? TransferError)?.reason == .cancelled, "\(error)")
        }
        #expect(recording.reports.map(\.transferredBytes) == recording.reports.map(\.transferredBytes).sorted())
      }
      #expect(downloader.items.value.isEmpty)
      #expect(seen.withLock { $0 }.allSatisfy { $0.running <= 3 })
      for name in try fixture.folder.names where !name.hasPrefix(".") {
        #expect(try Data(contentsOf: fixture.folder.file(name)) == fixture.transport.body)
      }
      token.invalidate()
    }
  }
}

private struct Mischief {
  let fixture: DownloaderFixture
  let downloader: Downloader
  var random: SplitMix64
  private(set) var recordings: [DownloadRecording] = []

  init(fixture: DownloaderFixture, downloader: Downloader, seed: UInt64) {
    self.fixture = fixture
    self.downloader = downloader
    random = SplitMix64(seed: seed)
  }

  mutating func doSomething() {
    let name = String("abcdefgh".randomElement(using: &random)!)
    let file = fixture.folder.file(name)
    let priority = TransferPriority.allCases.randomElement(using: &random)!
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<6: recordings.append(Recording(fixture.task(name, in: downloader, priority: priority)))
    case 6..<9:
      guard let index = recordings.indices.randomElement(using: &random) else { return }
      recordings.remove(at: index).invalidate()
    case 9: downloader.pause(file)
    case 10, 11: downloader.resume(file)
    case 12: downloader.cancel(file)
    case 13: downloader.setPriority(priority, for: file)
    case 14: Bool.random(using: &random) ? downloader.pauseAll() : downloader.resumeAll()
    default: _ = downloader.items.value
    }
  }
}
