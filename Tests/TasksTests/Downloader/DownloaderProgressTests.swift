import TestSupport
import Testing
import TidingsCore

@testable import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct DownloaderProgressTests {
  private let fixture = DownloaderFixture()
  private var transport: StubTransport { fixture.transport }
  private var downloader: Downloader { fixture.downloader }

  private func wait(
    _ recording: Recording<DownloaderProgress>, for what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isDue: @escaping @Sendable (DownloaderProgress) -> Bool
  ) async {
    await recording.wait(for: what, sourceLocation: sourceLocation) { updates, _ in updates.last.map(isDue) ?? false }
  }

  @Test func `counts waiting, running and paused downloads`() {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 2)
    fixture.start("a", "b", "c", "d", "e", "f", in: downloader)
    downloader.pause(fixture.folder.file("f"))
    let progress = downloader.progress.value
    #expect(progress.waiting == 3)
    #expect(progress.running == 2)
    #expect(progress.paused == 1)
  }

  @Test func `counts finished and failed downloads`() async {
    let seen = Recording(downloader.progress)
    let recordings = fixture.start("good", "bad", "cancelled", "left", in: downloader)
    await transport.wait(for: ["good", "bad", "cancelled", "left"])
    transport.tell("good", .finish)
    transport.tell("bad", .fail)
    downloader.cancel(fixture.folder.file("cancelled"))
    recordings[3].invalidate()
    await wait(seen, for: "one to finish and two to fail") { $0.finished == 1 && $0.failed == 2 }
    #expect(seen.updates.last?.fractionCompleted == 1)
    #expect(seen.updates.last?.transferredBytes == 1_000)
  }

  @Test func `reports the result of a task that kept it alive`() async {
    func start() -> (Recording<DownloaderProgress>, DownloadRecording) {
      let downloader = Downloader(transport: transport)
      return (Recording(downloader.progress), Recording(fixture.task("a", in: downloader)))
    }
    let (seen, recording) = start()
    // After the report of the response, no other report is due at the end.
    await seen.wait(for: "the response") { updates, _ in updates.last?.expectedBytes == 1_000 }
    transport.tell("a", .fail)
    let last = await seen.all().last
    #expect(last?.running == 0)
    #expect(last?.failed == 1)
    withExtendedLifetime(recording) {}
  }

  @Test func `starts from zero after an idle period`() async throws {
    transport.tell("a", .finish)
    _ = try await fixture.start("a", in: downloader)[0].result.get()
    #expect(downloader.progress.value.finished == 1)
    fixture.start("b", in: downloader)
    #expect(downloader.progress.value.finished == 0)
    #expect(downloader.progress.value.fractionCompleted == 0)
  }

  /// A server may announce any size.
  @Test func `has no total size if the sum is too large`() {
    let recordings = ["a", "b"].map { name in
      var request = TransferRequest(transport.request(name))
      request.expectedByteCount = .max
      return Recording(downloader.publishedTask(downloading: request, to: fixture.folder.file(name)))
    }
    #expect(downloader.progress.value.expectedBytes == nil)
    withExtendedLifetime(recordings) {}
  }

  @Test func `has a total size if all sizes are known`() async {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    var request = TransferRequest(transport.request("b"))
    request.expectedByteCount = 1_000
    let recordings = fixture.start("a", in: downloader)
    let other = Recording(downloader.publishedTask(downloading: request, to: fixture.folder.file("b")))
    #expect(downloader.progress.value.expectedBytes == nil)
    await recordings[0].reports(1)
    #expect(downloader.progress.value.expectedBytes == 2_000)
    withExtendedLifetime(other) {}
  }

  @Test func `never decreases while no download is added`() async {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 3)
    let names = (0..<30).map { "file-\($0)" }
    let recordings = names.map { Recording(fixture.task($0, in: downloader)) }
    let seen = Recording(downloader.progress)
    for (number, name) in names.enumerated() {
      transport.tell(name, .send(300))
      if number % 7 == 3 { downloader.pause(fixture.folder.file(name)) }
      if number % 7 == 5 { recordings[number].invalidate() }
      transport.tell(name, .send(300), number.isMultiple(of: 4) ? .fail : .finish)
    }
    downloader.resumeAll()
    // A stopped download is reported again when it runs again.
    transport.finishAll()
    await wait(seen, for: "everything to be done") { $0.fractionCompleted == 1 }
    let all = seen.updates
    #expect(all.map(\.fractionCompleted) == all.map(\.fractionCompleted).sorted())
  }

  @Test(arguments: [true, false])
  func `counts neither a cancelled download nor its bytes`(isCancelled: Bool) async {
    let recordings = fixture.start("stays", "goes", in: downloader)
    await transport.wait(for: ["stays", "goes"])
    transport.tell("goes", .send(800))
    await fixture.folder.hasBytes(800, at: ".goes.partial")
    if isCancelled { downloader.cancel(fixture.folder.file("goes")) } else { recordings[1].invalidate() }
    let progress = downloader.progress.value
    #expect(progress.fractionCompleted < 0.5)
    #expect(progress.transferredBytes == 0)
    #expect(progress.failed == (isCancelled ? 1 : 0))
  }

  @Test func `is empty after all downloads were left`() async {
    let recordings = fixture.start("a", "b", in: downloader)
    for recording in recordings { recording.invalidate() }
    #expect(downloader.progress.value == DownloaderProgress())
  }

  @Test func `includes all bytes of a download that completes while it is paused`() async throws {
    let finished = History<Void>()
    // The pause stops the first download before the second, and its transport returns before the second is stopped.
    let finishing = FinishingTransport(inner: transport) { [transport] in
      transport.tell("b", .finish)
      finished.waitForCount(1, within: .seconds(600))
    }
    let downloader = Downloader(transport: finishing)
    let recordings = fixture.start("a", "b", in: downloader)
    let other = Recording(fixture.task("b", in: downloader)) { update in
      if case .completed = update { finished.record(()) }
    }
    await transport.wait(for: ["a", "b"])
    await onThreads(1) { _ in downloader.pauseAll() }
    #expect(downloader.progress.value.finished == 1)
    #expect(downloader.progress.value.transferredBytes == 1_000)
    #expect(try await recordings[1].result.get().byteCount == 1_000)
    #expect(recordings[1].reports.last?.fractionCompleted == 1)
    withExtendedLifetime(other) {}
  }

  @Test(arguments: [true, false])
  func `keeps no state of ended downloads while another one runs`(areFinished: Bool) throws {
    var schedule = DownloadSchedule(limit: 2)
    func start(_ name: String) throws -> DownloadSchedule.ID {
      let item = QueuedDownload(TransferRequest(transport.request(name)), to: fixture.folder.file(name))
      _ = try schedule.join(item)
      let next = schedule.takeNext()
      let id = try #require(next).0
      schedule.items[id]?.task = Task {}
      return id
    }
    let response = URLResponse(url: fixture.folder.url, mimeType: nil, expectedContentLength: 10, textEncodingName: nil)
    let file = DownloadedFile(url: fixture.folder.file(), byteCount: 10, response: response)
    _ = try start("running")
    var sizes: Set<Int> = []
    for number in 1...100 {
      let id = try start("\(number)")
      if areFinished { _ = schedule.finish(id, .success(file)) } else { schedule.leave(id) }
      _ = (schedule.runEnded(id), schedule.takeEffects())
      var text = ""
      dump(schedule, to: &text)
      sizes.insert(text.split(separator: "\n").count)
    }
    #expect(sizes.count == 1)
    #expect(schedule.progress().finished == (areFinished ? 100 : 0))
    #expect(schedule.progress().transferredBytes == (areFinished ? 1_000 : 0))
  }

  @Test func `is reported at most twenty times a second`() async throws {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 4)
    let names = (0..<100).map { "file-\($0)" }
    let start = ContinuousClock.now
    let seen = Recording(downloader.progress)
    for name in names { transport.tell(name, .finish) }
    for recording in names.map({ Recording(fixture.task($0, in: downloader)) }) { _ = try await recording.result.get() }
    await wait(seen, for: "100 to finish") { $0.finished == 100 }
    // The first two are delivered immediately: the initial value and the first change.
    let limit = 2 + (ContinuousClock.now - start) / .milliseconds(50)
    #expect(Double(seen.updates.count) <= limit)
  }

  @Test func `lists the downloads in the order of the requests`() async throws {
    let downloader = Downloader(transport: transport, maximumConcurrentDownloads: 1)
    let recordings = fixture.start("c", "a", in: downloader) + fixture.start("b", in: downloader, priority: .high)
    let items = downloader.items.value
    #expect(items.map(\.file.lastPathComponent) == ["c", "a", "b"])
    #expect(items.map(\.state) == [.running, .waiting, .waiting])
    #expect(items.map(\.priority) == [.normal, .normal, .high])
    #expect(items[0].url == transport.request("c").url)
    withExtendedLifetime(recordings) {}
  }

  @Test func `ends with its downloader, for later subscribers as well`() async {
    let (progress, seenProgress, seenItems) = {
      let downloader = Downloader(transport: transport)
      return (downloader.progress, Recording(downloader.progress), Recording(downloader.items))
    }()
    _ = await seenProgress.all()
    _ = await seenItems.all()
    _ = await Recording(progress).all()
  }
}

/// Does something when the exchange of the file "a" is cancelled, on the thread that cancels it.
private struct FinishingTransport: Transport {
  let inner: StubTransport
  let cancelled: @Sendable () -> Void

  func perform(_ exchange: HTTPExchange) async throws {
    try await withTaskCancellationHandler {
      try await inner.perform(exchange)
    } onCancel: {
      if exchange.request.url?.lastPathComponent == "a" { cancelled() }
    }
  }
}
