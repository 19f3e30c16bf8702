#if canImport(Darwin)
  private let streamType = SOCK_STREAM
#else
  private let streamType = CInt(SOCK_STREAM.rawValue)
#endif

/// A socket, with the system's calls as methods without pointers. The owner closes it once.
struct ServerSocket: Sendable, Hashable {
  let descriptor: CInt

  /// Binds a free port at a loopback address, which refuses connections until ``listen()``.
  init(boundTo address: String) throws {
    try unsafe self.init(address, port: 0, or: .EADDRNOTAVAIL) { unsafe bind($0, $1, $2) }
  }

  /// Listens at a loopback address, on a free port.
  init(listeningAt address: String) throws {
    try self.init(boundTo: address)
    do {
      try listen()
    } catch {
      close()
      throw error
    }
  }

  func listen() throws {
    guard Foundation.listen(descriptor, 128) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  init(connectingTo address: String, port: UInt16) throws {
    try unsafe self.init(address, port: port, or: .ECONNREFUSED) { unsafe connect($0, $1, $2) }
  }

  /// Makes a socket, and calls a function with it and an address. Throws an error if the call fails.
  private init(
    _ address: String, port: UInt16, or error: POSIXErrorCode,
    _ call: (CInt, UnsafeMutablePointer<sockaddr>, socklen_t) -> CInt
  ) throws {
    _ = OpenFileLimit.raised
    descriptor = socket(AF_INET, streamType, 0)
    let result = unsafe Self.withAddress(address, port: port) { unsafe call(descriptor, $0, $1.pointee) }
    guard result == 0 else {
      close()
      throw POSIXError(error)
    }
  }

  private init(descriptor: CInt) { self.descriptor = descriptor }

  var port: UInt16 {
    unsafe Self.port { unsafe getsockname(descriptor, $0, $1) }
  }

  /// Returns the ports of both ends of a connection. They are zero for an end that does not exist.
  static func ports(of descriptor: CInt) -> Ports {
    unsafe Ports(
      near: port { unsafe getsockname(descriptor, $0, $1) }, far: port { unsafe getpeername(descriptor, $0, $1) })
  }

  /// Returns the number of bytes that can be received, at most 64 KiB, without receiving them.
  static func unreadByteCount(of descriptor: CInt) -> Int {
    var bytes = Data(count: 1 << 16)
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe max(0, recv(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)))
    }
  }

  struct Ports: Sendable, Hashable {
    var near: UInt16
    var far: UInt16

    var turned: Ports { Ports(near: far, far: near) }
  }

  private static func port(
    _ name: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
  ) -> UInt16 {
    unsafe withAddress("127.0.0.1", port: 0) { address, length in
      guard unsafe name(address, length) == 0, unsafe address.pointee.sa_family == sa_family_t(AF_INET) else {
        return 0
      }
      return unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        unsafe UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }

  /// Returns the next connection, or nil if the socket was shut down.
  func accepted() -> ServerSocket? {
    let connection = CInt(uninterrupted { Int(accept(descriptor, nil, nil)) })
    guard connection >= 0 else { return nil }
    var yes: CInt = 1
    // Small pieces are sent immediately.
    _ = unsafe setsockopt(
      connection, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
    return ServerSocket(descriptor: connection)
  }

  func send(_ bytes: Data) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { bytes in
        uninterrupted { unsafe Foundation.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL)) }
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// Waits for bytes, and returns them. The result is empty at the end of the connection.
  func receive() -> Data {
    var bytes = Data(count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      uninterrupted { unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0) }
    }
    return bytes.prefix(max(0, count))
  }

  private func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      guard result < 0, errno == EINTR else { return result }
    }
  }

  /// Wakes waiting threads. The descriptor stays open.
  func shutDown() {
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  func close() {
    _ = Foundation.close(descriptor)
  }

  /// Makes `close` drop unsent bytes and reset the connection.
  func resetWhenClosed() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  private static func withAddress<Result>(
    _ address: String, port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
  ) -> Result {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    name.sin_addr.s_addr = unsafe inet_addr(address)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return unsafe withUnsafeMutablePointer(to: &name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &length) }
    }
  }
}
