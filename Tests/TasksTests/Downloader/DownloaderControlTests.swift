import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct DownloaderControlTests {
  private let fixture = DownloaderFixture()
  private var folder: ScratchFolder { fixture.folder }
  private var transport: StubTransport { fixture.transport }
  private var downloader: Downloader { fixture.downloader }

  @Test func `a paused download makes room for the next one`() async throws {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    let recordings = fixture.start("a", "b", in: downloader)
    await transport.wait(for: ["a"])
    downloader.pause(folder.file("a"))
    await transport.wait(for: ["b"])
    #expect(downloader.items.value.map(\.state) == [.paused, .running])
    downloader.resume(folder.file("a"))
    #expect(downloader.items.value.map(\.state) == [.waiting, .running])
    transport.tell("b", .finish)
    transport.tell("a", .finish)
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    #expect(transport.started == ["a", "b", "a"])
  }

  @Test func `resumes from disk after a pause`() async throws {
    let recording = await fixture.begin("a", in: downloader)
    downloader.pause(folder.file("a"))
    await transport.wait(for: [])
    downloader.resume(folder.file("a"))
    transport.tell("a", .finish)
    #expect(try await recording.result.get().byteCount == 1_000)
    #expect(transport.offsets == [0, 400])
    #expect(recording.reports.map(\.transferredBytes) == recording.reports.map(\.transferredBytes).sorted())
  }

  @Test func `pauses and resumes all`() async throws {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 2)
    let recordings = fixture.start("a", "b", "c", "d", in: downloader)
    await transport.wait(for: ["a", "b"])
    downloader.pauseAll()
    await transport.wait(for: [])
    #expect(downloader.items.value.allSatisfy { $0.state == .paused })
    downloader.resumeAll()
    for name in ["a", "b", "c", "d"] { transport.tell(name, .finish) }
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    #expect(transport.started.count == 6)
    #expect(!transport.started.prefix(4).contains("c"))
  }

  private static let lateCalls: [@Sendable (Downloader, URL) -> Void] = [
    { $0.pause($1) }, { $0.cancel($1) }, { $0.cancel($1, discarding: true) },
  ]

  @Test(arguments: lateCalls.indices)
  func `a download whose file is being moved into place can be neither paused nor cancelled`(call: Int) async throws {
    let (downloader, file) = (Downloader(transport: transport), folder.file("a"))
    var request = TransferRequest(transport.request("a"))
    request.diskCalls.failure = { change in
      if case .renamed(_, let renamed) = change, renamed == file { Self.lateCalls[call](downloader, file) }
      return nil
    }
    transport.tell("a", .finish)
    let recording = Recording(downloader.publishedTask(downloading: request, to: file))
    #expect(try await recording.result.get().byteCount == 1_000)
    #expect(downloader.progress.value.finished == 1)
    #expect(downloader.progress.value.failed == 0)
    #expect(try Data(contentsOf: file) == transport.body)
  }

  @Test func `notifies its subscribers of the cancellation`() async {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    let recordings = fixture.start("a", "a", "b", in: downloader)
    await transport.wait(for: ["a"])
    downloader.cancel(folder.file("a"))
    #expect(await recordings[0].isCancelled)
    #expect(await recordings[1].isCancelled)
    await transport.wait(for: ["b"])
    downloader.cancelAll()
    #expect(await recordings[2].isCancelled)
    await transport.wait(for: [])
    #expect(downloader.items.value.isEmpty)
  }

  @Test func `can be requested again from inside the failure`() async throws {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    let (again, first) = (fixture.task("a", in: downloader), fixture.task("a", in: downloader))
    let second = Locked<DownloadRecording?>(nil)
    let recordingOfFirst = Recording(first) { update in
      guard case .completed = update else { return }
      let recording = Recording(again)
      second.withLock { $0 = recording }
    }
    await transport.wait(for: ["a"])
    downloader.cancel(folder.file("a"))
    await transport.wait(forStarts: 2)
    transport.tell("a", .finish)
    let recording = try #require(second.withLock { $0 })
    #expect(try await recording.result.get().byteCount == 1_000)
    recordingOfFirst.invalidate()
  }

  @Test func `is cancelled from inside a progress report`() async {
    let recording = Recording(fixture.task("a", in: downloader)) { [file = folder.file("a")] update in
      if case .inProgress = update { downloader.cancel(file) }
    }
    transport.tell("a", .send(400))
    #expect(await recording.isCancelled)
    await transport.wait(for: [])
  }
}
