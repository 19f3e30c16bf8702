import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// Downloads from real servers on loopback.
@Suite(.timeLimit(.minutes(10)))
struct DownloadTests {
  private let folder = ScratchFolder()

  private func download(_ request: URLRequest, in session: URLSession = .shared) -> TransferTask<DownloadedFile> {
    session.publishedTask(downloading: request, to: folder.file())
  }

  @Test func `puts the whole body in its place`() async throws {
    let server = try LoopbackServer(body: "some text")
    let file = try await Recording(download(server.request())).result.get()
    #expect(file.url == folder.file())
    #expect(file.byteCount == 9)
    #expect((file.response as? HTTPURLResponse)?.statusCode == 200)
    #expect(try folder.text() == "some text")
    #expect(try folder.names == ["file"])
  }

  @Test(arguments: [false, true])
  func `writes a description of its bytes only if it can be resumed`(isResumable: Bool) async throws {
    let server = try LoopbackServer(body: "some text")
    var request = TransferRequest(server.request())
    request.isResumable = isResumable
    let names = History<[String]>()
    let task = URLSession.shared.publishedTask(downloading: request, to: folder.file())
    let subscription = task.attach { [folder] _ in names.record((try? folder.names) ?? []) }
    _ = try await Recording(task).result.get()
    subscription.invalidate()
    #expect(names.events.first == [".file.partial"] + (isResumable ? [".file.partial.json"] : []))
  }

  @Test func `reports from nothing to everything`() async throws {
    let server = try LoopbackServer(body: String(repeating: "x", count: 1_000_000))
    let recording = Recording(download(server.request()))
    _ = try await recording.result.get()
    #expect(recording.reports.first == TransferProgress(transferredBytes: 0, expectedBytes: 1_000_000))
    #expect(recording.reports.last?.fractionCompleted == 1)
    #expect(recording.reports.map(\.transferredBytes) == recording.reports.map(\.transferredBytes).sorted())
  }

  @Test func `works without a known size`() async throws {
    let server = try LoopbackServer { $0.send(status: "200 OK", body: "until the end") }
    let recording = Recording(download(server.request()))
    #expect(try await recording.result.get().byteCount == 13)
    #expect(recording.reports.first == TransferProgress(transferredBytes: 0))
    #expect(try folder.text() == "until the end")
  }

  @Test func `knows no size of a compressed body`() async throws {
    let hello = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8jATgIA9tJTOB0AAAA=")!
    let server = try LoopbackServer { connection in
      connection.send(
        status: "200 OK", headers: ["Content-Encoding: gzip", "Content-Length: \(hello.count)"])
      _ = connection.send(hello)
    }
    let recording = Recording(download(server.request()))
    _ = try await recording.result.get()
    #expect(recording.reports.first == TransferProgress(transferredBytes: 0))
    #expect(try folder.text() == "hello hello hello hello hello")
  }

  @Test func `asks the server only once for all subscribers`() async throws {
    let mayAnswer = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { connection in
      mayAnswer.wait()
      connection.send(status: "200 OK", headers: ["Content-Length: 4"], body: "once")
    }
    let task = download(server.request())
    #expect(server.requests.isEmpty)
    let recordings = [Recording(task), Recording(task)]
    mayAnswer.signal()
    for recording in recordings {
      #expect(try await recording.result.get().byteCount == 4)
    }
    #expect(server.requests.count == 1)
  }

  @Test func `runs many at the same time`() async throws {
    let server = try LoopbackServer { connection in
      let name = connection.head.split(separator: " ")[1].dropFirst()
      connection.send(status: "200 OK", headers: ["Content-Length: \(name.utf8.count)"], body: String(name))
    }
    let names = (0..<40).map { "file-\($0)" }
    let recordings = names.map { name in
      Recording(URLSession.shared.publishedTask(downloading: server.request(name), to: folder.file(name)))
    }
    for (name, recording) in zip(names, recordings) {
      _ = try await recording.result.get()
      #expect(try folder.text(of: name) == name)
    }
    #expect(try folder.names == names.sorted())
  }

  @Test func `uses the configuration of its session`() async throws {
    let server = try LoopbackServer(body: "")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Greeting": "good day"]
    let session = URLSession(configuration: configuration)
    _ = try await Recording(download(server.request(), in: session)).result.get()
    #expect(server.requests.first?.contains("X-Greeting: good day") == true)
  }
}

extension DownloadTests {

  @Test func `is cancelled while it receives at full speed`() async throws {
    let hungUp = EventState(false)
    let server = try LoopbackServer { connection in
      connection.send(status: "200 OK")
      connection.flood()
      hungUp.change { $0 = true }
    }
    let recording = Recording(download(server.request()))
    await recording.reports(3)
    recording.invalidate()
    await hungUp.wait(for: "the server to see the client hang up") { $0 }
    await folder.has([])
  }

  @Test func `starts again for a new subscriber`() async throws {
    let attempts = Attempts()
    let server = try LoopbackServer { connection in
      if attempts.next() == 1 {
        connection.send(status: "200 OK", headers: ["Content-Length: 100"], body: "never all of it")
        connection.waitForHangUp()
      } else {
        connection.send(status: "200 OK", headers: ["Content-Length: 6"], body: "all of")
      }
    }
    let task = download(server.request())
    let first = Recording(task)
    await first.reports(1)
    first.invalidate()
    _ = try await Recording(task).result.get()
    #expect(try folder.text() == "all of")
    #expect(try folder.names == ["file"])
  }
}
