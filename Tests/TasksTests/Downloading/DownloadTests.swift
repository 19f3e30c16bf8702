import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// Downloads from real servers on loopback.
@Suite(.timeLimit(.minutes(10)))
struct DownloadTests {
  private let folder = ScratchFolder()

  private func download(_ request: TransferRequest) -> TransferTask<DownloadedFile> {
    URLSession.shared.publishedTask(downloading: request, to: folder.file())
  }

  @Test(arguments: [false, true])
  func `writes a record only if it can be resumed`(isResumable: Bool) async throws {
    let isReported = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      connection.send(status: "200 OK", headers: ["Content-Length: 9"], body: "some ")
      isReported.wait()
      _ = connection.send(Data("text".utf8))
    }
    var request = TransferRequest(server.request())
    request.isResumable = isResumable
    let names = History<[String]>()
    let recording = Recording(download(request)) { [folder] _ in
      names.record((try? folder.names) ?? [])
      isReported.signal()
    }
    _ = try await recording.result.get()
    #expect(recording.reports.first == TransferProgress(transferredBytes: 0, expectedBytes: 9))
    #expect(recording.reports.last?.fractionCompleted == 1)
    #expect(names.events.first == [".file.partial"] + (isResumable ? [".file.partial.json"] : []))
  }

  @Test func `is cancelled while it receives at full speed`() async throws {
    let hungUp = EventState(false)
    let server = try LoopbackServer { connection in
      connection.send(status: "200 OK")
      connection.flood()
      hungUp.change { $0 = true }
    }
    let recording = Recording(download(TransferRequest(server.request())))
    await recording.reports(3)
    recording.invalidate()
    await hungUp.wait(for: "the server to see the client hang up") { $0 }
    await folder.has([])
  }
}
