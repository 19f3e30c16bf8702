import Foundation
import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
struct FetchTests {
  /// A program that downloads, and one that shows half of a download.
  private struct Programs {
    let folder: TemporaryFolder
    let server: NATSServer
    let web: HalfwayServer
    let serving: Program
    let getting: Program

    init() async throws {
      folder = try TemporaryFolder()
      server = try await NATSServer()
      web = try HalfwayServer()
      serving = try Program("fetch", ["serve", server.url.absoluteString, folder.url.path])
      await serving.output.wait { $0.contains("Serving") }
      getting = try Program("fetch", ["get", server.url.absoluteString, web.url.absoluteString])
      await getting.output.wait { $0.contains("50 %") }
    }
  }

  @Test func `a download on one machine is shown on another`() async throws {
    let programs = try await Programs()
    programs.web.sendTheRest()
    await programs.getting.output.ended()
    #expect(programs.getting.output.text.contains("Downloaded to"))
    #expect(try Data(contentsOf: programs.folder.url.appending(component: "file")) == HalfwayServer.body)
  }

  @Test(arguments: ["", "/", "/.", "/..", "/..%2fevil", "/%2e%2e%2fevil"])
  func `a URL whose last part is not a valid file name is refused`(_ path: String) async throws {
    let folder = try TemporaryFolder()
    let server = try await NATSServer()
    let serving = try Program("fetch", ["serve", server.url.absoluteString, folder.url.path])
    await serving.output.wait { $0.contains("Serving") }
    let web = try LoopbackSocket()
    let getting = try Program("fetch", ["get", server.url.absoluteString, "http://127.0.0.1:\(web.port)\(path)"])
    await getting.output.ended()
    #expect(getting.output.text.contains("not a valid file name"))
  }

  @Test func `the button on one machine cancels the download on another`() async throws {
    let programs = try await Programs()
    let isClosed = programs.web.isClosed.record()
    programs.getting.pressReturn()
    await programs.getting.output.ended()
    #expect(programs.getting.output.text.contains("Cancelled"))
    #expect(try await isClosed.next(2, within: .seconds(20)) == [false, true])
    withExtendedLifetime(programs) {}
  }
}

/// An HTTP server that sends half of a file, and the rest when it is asked to.
private final class HalfwayServer: Sendable {
  static let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 >> 4) })

  let url: URL
  /// Whether the client has closed its connection.
  let isClosed = PublishedProperty(false)
  private let socket: LoopbackSocket
  private let rest = DispatchSemaphore(value: 0)

  init() throws {
    let socket = try LoopbackSocket()
    self.socket = socket
    url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/file"))
    listen(socket.descriptor, 1)
    Thread.detachNewThread { [rest, isClosed] in
      let client = FileHandle(fileDescriptor: accept(socket.descriptor, nil, nil), closeOnDealloc: true)
      _ = client.availableData
      let header = "HTTP/1.1 200 OK\r\nContent-Length: \(Self.body.count)\r\n\r\n"
      try? client.write(contentsOf: Data(header.utf8) + Self.body.prefix(Self.body.count / 2))
      Thread.detachNewThread {
        if client.availableData.isEmpty {
          isClosed.value = true
          rest.signal()
        }
      }
      rest.wait()
      if !isClosed.value { try? client.write(contentsOf: Self.body.suffix(Self.body.count / 2)) }
    }
  }

  func sendTheRest() { rest.signal() }
}
