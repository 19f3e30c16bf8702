import TestSupport
import TidingsCore

/// The state that the threads of a server share. The server may be released before them.
final class FaultSite: Sendable {
  let events = EventState(State())
  let log = EventLog()
  let stalls: Gate
  private let end: Gate

  struct Counts: Sendable, Hashable {
    /// Connections that are open, and those that answer at this moment; the others wait for a request.
    var connections = 0, answering = 0
    /// Answers that stand still at this moment.
    var stalled = 0
    /// Since the beginning.
    var requests = 0, acceptedConnections = 0, stalls = 0
    var isListening = true
  }

  struct State: Sendable {
    var paths: [String: ServedPath] = [:]
    var requests: [ServerRequest] = []
    var counts = Counts()
    /// Where answers have stood still so far.
    var stalledPaths: Set<String> = []
    /// Every connection so far, as its client sees it.
    var clients: Set<ServerSocket.Ports> = []
    /// The ports of clients that have sent a request.
    var askingPorts: Set<UInt16> = []
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
      log.note("server: accepted a connection from port \(ServerSocket.ports(of: socket.descriptor).far)")
      Thread.detachNewThread { [self] in serve(socket) }
    }
    listener.close()
    events.change { $0.counts.isListening = false }
  }

  func shutDown() {
    events.change { state in
      state.isEnded = true
      // Under the lock, because the descriptor of a closed socket may be used again.
      state.sockets.forEach { $0.shutDown() }
    }
    end.open()
  }

  private func serve(_ socket: ServerSocket) {
    var reader = RequestReader(socket)
    let port = ServerSocket.ports(of: socket.descriptor).far
    var goesOn = true
    while goesOn, let request = reader.next(readsBody: { events.state.paths[$0.path]?.readsBody ?? true }) {
      log.note("server: read \(request.method) \(request.fields["Range"] ?? request.target) from port \(port)")
      let answer = events.change { state in
        state.requests.append(request)
        state.askingPorts.insert(port)
        state.counts.requests += 1
        state.counts.answering += 1
        return state.paths[request.path]?.answer(to: request) ?? ServerAnswer(status: 404)
      }
      let incident = answer.incident.map { ", \($0.kind) at byte \($0.offset)" } ?? ""
      log.note("server: answers port \(port) with \(answer.status), \(answer.framing)\(incident)")
      goesOn = play(answer, to: request, on: socket) && request.keepsConnection && request.isWhole
      log.note("server: has answered port \(port)")
      // Closing with unread bytes would reset the connection, and the answer could be lost.
      if !request.isWhole, answer.incident == nil { while !socket.receive().isEmpty {} }
      events.change { $0.counts.answering -= 1 }
    }
    log.note("server: closes the connection from port \(port)")
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
      // Bytes of the client are ignored. At the end, a read is empty.
      case .readable: if socket.receive().isEmpty { return false }
      }
    }
  }
}
