import TestSupport
import Testing
import TidingsCore

/// An HTTP/1.1 server on loopback that serves files right, except for the faults that a test plans.
///
///     let server = FaultServer()
///     let url = server.serve(ServedFile(byteCount: 20_000), at: "/file", [.once(.reset(at: 8_192))])
///     …
///     #expect(server.requests.map { $0.fields["Range"] } == …)
///     await server.stop()
///
/// Each connection has a thread of its own and serves one request after the other. It never waits for time to pass.
final class FaultServer: Sendable {
  let address: String
  let port: UInt16
  private let site: FaultSite

  /// Other addresses, as `127.0.0.2`, are other hosts for clients.
  init(at address: String = "127.0.0.1") {
    do {
      let listener = try ServerSocket(listeningAt: address)
      (self.address, port, site) = (address, listener.port, try FaultSite())
      Thread.detachNewThread { [site] in site.accept(from: listener) }
    } catch {
      fatalError("No server for a test at \(address): \(error)")
    }
  }

  deinit {
    site.shutDown()
  }

  /// Serves a file, instead of what was at that path before.
  @discardableResult
  func serve(_ file: ServedFile, at path: String = "/file", _ faults: [PlannedFault] = []) -> URL {
    site.events.change { $0.paths[path] = ServedPath(file, faults: faults) }
    return url(path)
  }

  /// The address of a path; `localhost` is another host than `127.0.0.1` for clients.
  func url(_ path: String = "/file", host: String? = nil) -> URL {
    URL(string: "http://\(host ?? address):\(port)\(path)")!
  }

  func request(_ path: String = "/file") -> URLRequest { URLRequest(url: url(path)) }

  /// Every request so far, in the order of their arrival.
  var requests: [ServerRequest] { site.events.state.requests }

  var counts: FaultSite.Counts { site.events.state.counts }

  /// The accepted, read, answered and closed connections. Others can add events.
  var log: EventLog { site.log }

  /// Every connection so far, as its client sees it.
  var clients: Set<ServerSocket.Ports> { site.events.state.clients }

  /// The ports of clients that have sent a request.
  var askingPorts: Set<UInt16> { site.events.state.askingPorts }

  /// Returns when the counts are as a test wants them.
  func wait(
    for what: String = "the counts of a server", sourceLocation: SourceLocation = #_sourceLocation,
    until condition: @escaping @Sendable (FaultSite.Counts) -> Bool
  ) async {
    await site.events.wait(for: what, showing: { "\($0.counts)" }, sourceLocation: sourceLocation) {
      condition($0.counts)
    }
  }

  /// Returns when an answer under a path has stood still, now or before.
  func waitForStall(of path: String, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await site.events.wait(
      for: what, showing: { "\($0.counts), stalled so far: \($0.stalledPaths)" }, sourceLocation: sourceLocation
    ) { $0.stalledPaths.contains(path) }
  }

  /// Continues every response that stands still, now and in future.
  func releaseStalls() {
    site.stalls.open()
  }

  /// Ends every connection, and returns when there is no thread and no descriptor of it.
  func stop() async {
    site.shutDown()
    await wait(for: "the end of every connection of a server") { $0.connections == 0 && !$0.isListening }
  }
}
