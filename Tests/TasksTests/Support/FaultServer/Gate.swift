import TidingsCore

/// Something that opens once, and that threads which wait for a socket wait for as well.
final class Gate: Sendable {
  // A pipe: its write end closed is a state that poll(2) sees from any number of threads.
  private let readEnd: CInt
  private let writeEnd: Locked<CInt?>

  init() throws {
    var ends: [CInt] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    readEnd = ends[0]
    writeEnd = Locked(ends[1])
  }

  deinit {
    open()
    close(readEnd)
  }

  func open() {
    let end = writeEnd.withLock { end in
      defer { end = nil }
      return end
    }
    if let end { close(end) }
  }

  enum Event { case opened, readable, hungUp }

  /// Waits until the gate opens or there is something about the socket.
  func wait(or socket: ServerSocket) -> Event {
    var polls = [
      pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: readEnd, events: 0, revents: 0),
    ]
    while unsafe poll(&polls, nfds_t(polls.count), -1) < 0 {}
    if polls[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return .hungUp }
    return polls[0].revents != 0 ? .readable : .opened
  }
}
