import TestSupport
import Testing
import TidingsCore

/// An HTTP/1.1 server on loopback that serves files correctly, except for the faults that a test plans.
///
///     let server = FaultServer()
///     let url = server.serve(ServedFile(byteCount: 20_000), at: "/file", [.once(.reset(at: 8_192))])
///     …
///     #expect(server.requests.map { $0.fields["Range"] } == …)
///     await server.stop()
///
/// Each connection has its own thread and serves one request after another. It never waits for time to pass.
final class FaultServer: Sendable {
  let address: String
  let port: UInt16
  private let site: FaultSite

  /// - Parameter address: Clients treat other addresses, such as `127.0.0.2`, as other hosts.
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

  /// Serves a file at a path, in place of an earlier one.
  @discardableResult
  func serve(_ file: ServedFile, at path: String = "/file", _ faults: [PlannedFault] = []) -> URL {
    site.events.change { $0.paths[path] = ServedPath(file, faults: faults) }
    return url(path)
  }

  /// The URL of a path. Clients treat `localhost` and `127.0.0.1` as different hosts.
  func url(_ path: String = "/file", host: String? = nil) -> URL {
    URL(string: "http://\(host ?? address):\(port)\(path)")!
  }

  func request(_ path: String = "/file") -> URLRequest { URLRequest(url: url(path)) }

  /// All requests so far, in the order of arrival.
  var requests: [ServerRequest] { site.events.state.requests }

  var counts: FaultSite.Counts { site.events.state.counts }

  var clients: Set<ServerSocket.Ports> { site.events.state.clients }

  var requestingPorts: Set<UInt16> { site.events.state.requestingPorts }

  /// Returns when the counts satisfy a condition.
  func wait(
    for what: String = "the counts of a server", sourceLocation: SourceLocation = #_sourceLocation,
    until condition: @escaping @Sendable (FaultSite.Counts) -> Bool
  ) async {
    await site.events.wait(for: what, showing: { "\($0.counts)" }, sourceLocation: sourceLocation) {
      condition($0.counts)
    }
  }

  /// Returns when a response at a path has stalled, now or before.
  func waitForStall(of path: String, _ what: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    await site.events.wait(
      for: what, showing: { "\($0.counts), stalled so far: \($0.stalledPaths)" }, sourceLocation: sourceLocation
    ) { $0.stalledPaths.contains(path) }
  }

  /// Continues every stalled response, now and in future.
  func releaseStalls() {
    site.stalls.open()
  }

  /// Closes all connections, and returns when the server has no thread and no descriptor left.
  func stop() async {
    site.shutDown()
    await wait(for: "the end of every connection of a server") { $0.connections == 0 && !$0.isListening }
  }
}
