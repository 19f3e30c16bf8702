import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// Several who want the same.
@Suite(.timeLimit(.minutes(10)))
struct DownloaderSharingTests {
  private let fixture = DownloaderFixture()
  private var folder: ScratchFolder { fixture.folder }
  private var transport: StubTransport { fixture.transport }

  @Test func `sends one request for several requests of one file`() async throws {
    let downloader = Downloader(transport: transport)
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
    let downloader = Downloader(transport: transport)
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

  @Test func `resumes from disk for the next first subscriber`() async throws {
    let downloader = Downloader(transport: transport)
    let first = fixture.start("a", in: downloader)
    transport.tell("a", .send(400))
    await first[0].reports(1)
    await fixture.hasBytes(400, at: "a")
    first[0].invalidate()
    let second = fixture.start("a", in: downloader)
    transport.tell("a", .finish)
    // The first exchange, which has ended, may receive it. The second receives it again.
    await transport.wait(forStarts: 2)
    transport.tell("a", .finish)
    #expect(try await second[0].result.get().byteCount == 1_000)
    #expect(transport.offsets == [0, 400])
    #expect(try Data(contentsOf: folder.file("a")) == transport.body)
  }

  @Test func `does not share with a request that expects more`() async throws {
    let downloader = Downloader(transport: transport)
    let first = fixture.start("a", in: downloader)
    var request = TransferRequest(transport.request("a"))
    request.expectedByteCount = 1_000
    let other = Recording(downloader.publishedTask(downloading: request, to: folder.file("a")))
    let result = await other.result
    #expect { try result.get() } throws: {
      ($0 as? TransferError)?.reason == .destinationInUse(folder.file("a"))
    }
    withExtendedLifetime(first) {}
  }

  private func request(with body: String) -> URLRequest {
    var request = transport.request("a")
    request.httpBody = Data(body.utf8)
    return request
  }

  @Test(arguments: ["second", ""])
  func `does not share with a request that has another body`(body: String) async throws {
    let downloader = Downloader(transport: transport)
    let first = Recording(downloader.publishedTask(downloading: request(with: "first"), to: folder.file("a")))
    let other = Recording(downloader.publishedTask(downloading: request(with: body), to: folder.file("a")))
    let result = await other.result
    #expect { try result.get() } throws: {
      ($0 as? TransferError)?.reason == .destinationInUse(folder.file("a"))
    }
    withExtendedLifetime(first) {}
  }

  @Test func `shares with a request that has the same body`() async throws {
    let downloader = Downloader(transport: transport)
    let recordings = (0..<2).map { _ in
      Recording(downloader.publishedTask(downloading: request(with: "same"), to: folder.file("a")))
    }
    transport.tell("a", .finish)
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    #expect(transport.started == ["a"])
  }

  @Test func `shares by the name of its resource, also with another URL`() async throws {
    let downloader = Downloader(transport: transport)
    let recordings = ["a?signature=1", "a?signature=2"].map { name in
      var request = TransferRequest(transport.request(name))
      request.resourceName = "a of the album"
      return Recording(downloader.publishedTask(downloading: request, to: folder.file("a")))
    }
    transport.tell("a", .finish)
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    #expect(transport.started == ["a"])
  }

  @Test func `names that differ in their unicode form are different files`() async throws {
    let downloader = Downloader(transport: transport)
    let names = ["caf\u{E9}", "cafe\u{301}"]
    let recordings = names.enumerated().map { index, name in
      Recording(downloader.publishedTask(downloading: transport.request("\(index)"), to: folder.file(name)))
    }
    transport.finishAll()
    for recording in recordings { #expect(try await recording.result.get().byteCount == 1_000) }
    #expect(Set(try folder.names.map { Array($0.utf8) }) == Set(names.map { Array($0.utf8) }))
  }
}
