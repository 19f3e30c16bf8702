import TestSupport
import TidingsCore

/// The state that the threads of a server share. The server may be released before them.
final class FaultSite: Sendable {
  let events = EventState(State())
  let stalls: Gate
  private let end: Gate

  struct Counts: Sendable, Hashable {
    /// The open connections, and those that are sending a response. The others wait for a request.
    var connections = 0, responding = 0
    var stalled = 0
    /// The totals since the start of the server.
    var requests = 0, acceptedConnections = 0, stalls = 0
    var isListening = true
  }

  struct State: Sendable {
    var paths: [String: ServedPath] = [:]
    var requests: [ServerRequest] = []
    var counts = Counts()
    var stalledPaths: Set<String> = []
    var clients: Set<ServerSocket.Ports> = []
    var requestingPorts: Set<UInt16> = []
    fileprivate var sockets: Set<ServerSocket> = []
    fileprivate var isEnded = false
  }

  init() throws {
    (stalls, end) = (try Gate(), try Gate())
  }

  func accept(from listener: ServerSocket) {
    while end.wait(or: listener) == .readable {
      guard let socket = listener.accepted() else { continue }
      let isServed = events.change { state in
        guard !state.isEnded else { return false }
        state.sockets.insert(socket)
        state.clients.insert(ServerSocket.ports(of: socket.descriptor).turned)
        state.counts.connections += 1
        state.counts.acceptedConnections += 1
        return true
      }
      guard isServed else {
        socket.close()
        break
      }
      Thread.detachNewThread { [self] in serve(socket) }
    }
    listener.close()
    events.change { $0.counts.isListening = false }
  }

  func shutDown() {
    events.change { state in
      state.isEnded = true
      // Under the lock, because the descriptor of a closed socket may be reused.
      state.sockets.forEach { $0.shutDown() }
    }
    end.open()
  }

  private func serve(_ socket: ServerSocket) {
    var reader = RequestReader(socket)
    let port = ServerSocket.ports(of: socket.descriptor).far
    var continues = true
    while continues, let request = reader.next(readsBody: { events.state.paths[$0.path]?.readsBody ?? true }) {
      let response = events.change { state in
        state.requests.append(request)
        state.requestingPorts.insert(port)
        state.counts.requests += 1
        state.counts.responding += 1
        return state.paths[request.path]?.response(to: request) ?? ServerResponse(status: 404)
      }
      continues = send(response, to: request, on: socket) && request.keepsConnection && request.isWhole
      // Closing with unread bytes would reset the connection, and the response could be lost.
      if !request.isWhole, response.incident == nil { while !socket.receive().isEmpty {} }
      events.change { $0.counts.responding -= 1 }
    }
    events.change { state in
      state.sockets.remove(socket)
      socket.close()
      state.counts.connections -= 1
    }
  }

  /// Waits until the client closes the connection (false), or the response may continue.
  func stall(_ socket: ServerSocket, at path: String) -> Bool {
    events.change { state in
      state.counts.stalled += 1
      state.counts.stalls += 1
      state.stalledPaths.insert(path)
    }
    defer { events.change { $0.counts.stalled -= 1 } }
    while true {
      switch stalls.wait(or: socket) {
      case .opened: return true
      case .hungUp: return false
      // Bytes of the client are ignored. A read is empty at the end of the connection.
      case .readable: if socket.receive().isEmpty { return false }
      }
    }
  }
}
