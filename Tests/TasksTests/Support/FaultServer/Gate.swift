import TidingsCore

/// A gate that opens once. A thread can wait for the gate and a socket at the same time.
final class Gate: Sendable {
  // A pipe, because any number of threads can wait with poll(2) until its write end is closed.
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

  /// Waits until the gate opens or the socket has an event.
  func wait(or socket: ServerSocket) -> Event {
    var polls = [
      pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: readEnd, events: 0, revents: 0),
    ]
    while unsafe poll(&polls, nfds_t(polls.count), -1) < 0 {}
    if polls[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return .hungUp }
    return polls[0].revents != 0 ? .readable : .opened
  }
}
