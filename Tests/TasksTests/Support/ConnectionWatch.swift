/// How the system sees this process's end of a connection, at one moment.
struct ConnectionWatch: Sendable, CustomStringConvertible {
  let descriptor: CInt
  let ports: ServerSocket.Ports
  /// Received bytes that were not read, at the time of the check.
  let unreadByteCount: Int
  /// Whether an epoll set of this process has the descriptor. No event of the connection is ever delivered without.
  let isWatched: Bool
  /// Whether the server has had a request on it.
  let hasAsked: Bool

  var description: String {
    "descriptor \(descriptor), port \(ports.near) to \(ports.far): \(unreadByteCount) bytes unread, "
      + (isWatched ? "watched" : "in no epoll set")
  }

  /// Whether something has to come of it that never will. A connection that waits unused for another request is in no
  /// epoll set either; but it has asked before, and nothing is unread.
  var isLost: Bool { !isWatched && (unreadByteCount > 0 || !hasAsked) }

  /// The client ends of connections to a server, or none if the system does not report them.
  static func all(to server: FaultServer) -> [ConnectionWatch] {
    guard let watched = ProcessFootprint.watchedDescriptors else { return [] }
    let (asking, clients) = (server.askingPorts, Set(server.clients.map(\.near)))
    return ProcessFootprint.descriptors.keys.compactMap { CInt($0) }.compactMap { descriptor in
      let ports = ServerSocket.ports(of: descriptor)
      // A connection that was reset has no other end.
      guard ports.far == server.port || ports.far == 0 && clients.contains(ports.near) else { return nil }
      return ConnectionWatch(
        descriptor: descriptor, ports: ports, unreadByteCount: ServerSocket.unreadByteCount(of: descriptor),
        isWatched: watched.contains(descriptor), hasAsked: asking.contains(ports.near))
    }
  }
}
