import Foundation
import TestSupport
import Testing
import TidingsCore
import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a download says when it can't be done, and that it leaves nothing then.
@Suite(.timeLimit(.minutes(10)))
struct TransferErrorTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try Data("what stood there".utf8).write(to: folder.file())
  }

  /// The error of a download to `file`, once it is certain that it left everything as it was.
  private func error(_ request: URLRequest, to file: URL? = nil) async throws -> TransferError {
    let task = URLSession.shared.publishedTask(downloading: request, to: file ?? folder.file())
    let result = await Recording(task).result
    #expect(try folder.names == ["file"])
    #expect(try folder.text() == "what stood there")
    return try #require(throws: TransferError.self) { try result.get() }
  }

  @Test(arguments: ["ftp://host/file", "file:///etc/hosts", "host/file", "http:///file", "mailto:a@host"])
  func `rejects an address it cannot transfer from`(address: String) async throws {
    let error = try await error(URLRequest(url: URL(string: address)!))
    #expect(error.reason == .unsupportedURL(address))
    #expect(!error.isWorthRetrying)
    #expect(error.description == "“\(address)” is not an http or https address")
  }

  @Test func `passes on why a connection failed`() async throws {
    let error = try await LoopbackServer.withDeafServer { try await self.error($0) }
    #expect(error.reason == .connectionFailed)
    #expect((error.underlying as? URLError)?.code == .cannotConnectToHost)
    #expect(error.isWorthRetrying)
    #expect(error.description.hasPrefix("The connection failed: "))
  }

  @Test func `keeps nothing of the address that gives access`() async throws {
    let error = try await LoopbackServer.withDeafServer { request in
      var parts = try #require(request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) })
      (parts.user, parts.password, parts.query) = ("somebody", "hunter2", "token=signature")
      return try await self.error(URLRequest(url: try #require(parts.url)))
    }
    #expect((error.underlying as? URLError)?.code == .cannotConnectToHost)
    var dumped = ""
    dump(error, to: &dumped)
    let cause = try #require(error.underlying) as NSError
    for text in ["\(error)", String(reflecting: error), dumped, "\(cause)", "\(cause.userInfo)"] {
      for secret in ["somebody", "hunter2", "signature"] { #expect(!text.contains(secret)) }
    }
    let address = cause.userInfo[NSURLErrorFailingURLErrorKey] as? URL
    #expect(address == nil || address == error.url)
  }

  @Test func `keeps nothing of an address that gives access, in whatever error of a transport it comes`() throws {
    let address = try #require(URL(string: "https://somebody:hunter2@host/?token=signature"))
    let inner = NSError(domain: "Inner", code: 1, userInfo: [NSURLErrorFailingURLErrorKey: address])
    let outer = NSError(
      domain: "Outer", code: 2,
      userInfo: [
        NSUnderlyingErrorKey: inner, NSLocalizedDescriptionKey: "No answer from \(address)",
        "NSErrorFailingURLStringKey": address.absoluteString,
      ])
    var error = TransferError(.connectionFailed, underlying: outer)
    for text in ["\(error)", "\((error.underlying as? NSError)?.userInfo ?? [:])"] {
      for secret in ["somebody", "hunter2", "signature"] { #expect(!text.contains(secret)) }
    }
    #expect((error.underlying as? NSError)?.domain == "Outer")
    error.underlying = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: address])
    #expect((error.underlying as? URLError)?.code == .timedOut)
    let kept = "\((error.underlying as? URLError)?.userInfo ?? [:])"
    #expect(!kept.contains("signature"))
  }

  @Test(arguments: [(404, "not found"), (500, "internal server error"), (304, "not modified")])
  func `does not take an error page for the file`(status: Int, name: String) async throws {
    let server = try LoopbackServer { connection in
      connection.send(status: "\(status) No", headers: ["Content-Length: 9"], body: status == 304 ? "" : "some page")
    }
    let error = try await error(server.request())
    #expect(error.reason == .unacceptableStatus(status))
    #expect(error.url == server.request().url)
    #expect(error.description.lowercased() == "the server answered \(status) (\(name))")
  }

  @Test func `hangs up on a body that is not wanted`() async throws {
    let hungUp = EventState(false)
    let server = try LoopbackServer { connection in
      connection.send(status: "404 Not Found", headers: ["Content-Length: 1000"], body: "a part of the page")
      connection.waitForHangUp()
      hungUp.change { $0 = true }
    }
    _ = try await error(server.request())
    await hungUp.wait(for: "the server to see the client hang up") { $0 }
  }

  @Test func `notices a body that is too short`() async throws {
    let server = try LoopbackServer { connection in
      connection.send(status: "200 OK", headers: ["Content-Length: 100"], body: "only this")
    }
    let error = try await error(server.request())
    #expect(error.reason == .truncated(expectedBytes: 100))
    #expect(error.byte == 9)
    #expect(error.description == "The connection ended after 9 of 100 bytes")
  }

  @Test func `asks no server when the file cannot be written`() async throws {
    let server = try LoopbackServer(body: "")
    let file = folder.file().appending(component: "below")
    let error = try await error(server.request(), to: file)
    #expect(error.reason == .destinationNotWritable(file))
    #expect((error.underlying as? POSIXError)?.code == .ENOTDIR)
    #expect(error.description == "“\(file.path)” cannot be written: Not a directory")
    #expect(server.requests.isEmpty)
  }
}
