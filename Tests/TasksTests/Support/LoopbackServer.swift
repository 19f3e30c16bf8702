import TidingsCore

/// An HTTP server on loopback that sends the bytes that a test specifies, also invalid ones.
final class LoopbackServer: Sendable {
  private let listener: ServerSocket
  private let heads = Locked<[String]>([])

  /// Starts a server that serves each connection on its own thread, with one request and one response.
  init(answer: @escaping @Sendable (Connection) -> Void) throws {
    listener = try ServerSocket(listeningAt: Self.address)
    Thread.detachNewThread { [weak self, listener] in
      while let socket = listener.accepted() {
        Thread.detachNewThread { [weak self] in
          let connection = Connection(socket)
          self?.heads.withLock { $0.append(connection.head) }
          answer(connection)
        }
      }
      // Closed here, because the next server may get the same descriptor, and this thread would accept its connections.
      listener.close()
    }
  }

  /// Starts a server with the same response to every request.
  convenience init(status: String = "200 OK", headers: [String] = [], body: String) throws {
    let headers = headers + ["Content-Length: \(body.utf8.count)"]
    try self.init { $0.send(status: status, headers: headers, body: body) }
  }

  convenience init(redirectingTo location: String, status: String = "302 Found") throws {
    try self.init(status: status, headers: ["Location: \(location)"], body: "")
  }

  deinit {
    listener.shutDown()
  }

  /// The heads of the requests so far, with request line and header fields.
  var requests: [String] { heads.withLock { $0 } }

  func request(_ path: String = "file") -> URLRequest {
    URLRequest(url: url(path))
  }

  func url(_ path: String = "file") -> URL { Self.url(path, at: listener.port) }

  /// Calls a function with the URL of a server that refuses every connection, because its port is bound but not
  /// listening, or of one that never responds.
  static func withDeafServer<Result>(
    listening: Bool = false, _ body: (URLRequest) async throws -> Result
  ) async throws -> Result {
    let deaf = try ServerSocket(boundTo: address)
    defer { deaf.close() }
    if listening { try deaf.listen() }
    return try await body(URLRequest(url: url("file", at: deaf.port)))
  }

  private static let address = "127.0.0.1"

  private static func url(_ path: String, at port: UInt16) -> URL {
    URL(string: "http://\(address):\(port)/\(path)")!
  }
}

/// A connection of the server, which is closed with the last reference.
final class Connection: Sendable {
  /// The request line and the headers of the request.
  let head: String
  private let socket: ServerSocket

  fileprivate init(_ socket: ServerSocket) {
    self.socket = socket
    var reader = RequestReader(socket)
    head = reader.line(endingWith: "\r\n\r\n") ?? ""
  }

  deinit {
    socket.close()
  }

  func send(status: String, headers: [String] = [], body: String = "") {
    send((["HTTP/1.1 \(status)", "Connection: close"] + headers + ["", body]).joined(separator: "\r\n"))
  }

  func send(_ text: String) {
    _ = send(Data(text.utf8))
  }

  /// Sends all bytes, and returns whether the client was there to receive them.
  func send(_ bytes: Data) -> Bool {
    socket.send(bytes)
  }

  /// Sends zeros as fast as the client receives them, until it closes the connection.
  ///
  /// Limited, because Foundation on Linux serves no other call to any session during such a flood. Calls that block all
  /// threads of Swift's concurrency pool would then keep the test from cancelling its transfer.
  func flood() {
    for _ in 0..<256 { guard send(Data(count: 1 << 20)) else { return } }
    waitForHangUp()
  }

  /// Returns when the client has closed its end.
  func waitForHangUp() {
    while !socket.receive().isEmpty {}
  }
}
