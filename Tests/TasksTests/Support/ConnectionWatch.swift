/// The state of this process's end of a connection, as the system reports it.
struct ConnectionWatch: Sendable, CustomStringConvertible {
  let descriptor: CInt
  let ports: ServerSocket.Ports
  /// Received bytes that were not read, at the time of the check.
  let unreadByteCount: Int
  /// Whether an epoll set of this process contains the descriptor. Otherwise no event of the connection is delivered.
  let isWatched: Bool
  /// Whether the server has received a request on it.
  let hasSentRequest: Bool

  var description: String {
    "descriptor \(descriptor), port \(ports.near) to \(ports.far): \(unreadByteCount) bytes unread, "
      + (isWatched ? "watched" : "in no epoll set")
  }

  /// Whether its client waits for an event that is never delivered.
  ///
  /// An idle connection is in no epoll set either. But it has sent a request before, and has no unread bytes.
  var isLost: Bool { !isWatched && (unreadByteCount > 0 || !hasSentRequest) }

  /// The client ends of connections to a server, or none if the system does not report them.
  static func all(to server: FaultServer) -> [ConnectionWatch] {
    guard let watched = ProcessFootprint.watchedDescriptors else { return [] }
    let (requesting, clients) = (server.requestingPorts, Set(server.clients.map(\.near)))
    return ProcessFootprint.descriptors.keys.compactMap { CInt($0) }.compactMap { descriptor in
      let ports = ServerSocket.ports(of: descriptor)
      // A connection that was reset has no far port.
      guard ports.far == server.port || ports.far == 0 && clients.contains(ports.near) else { return nil }
      return ConnectionWatch(
        descriptor: descriptor, ports: ports, unreadByteCount: ServerSocket.unreadByteCount(of: descriptor),
        isWatched: watched.contains(descriptor), hasSentRequest: requesting.contains(ports.near))
    }
  }
}
