import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An HTTP server on loopback that answers as a test says, down to the bytes that should not be sent.
final class LoopbackServer: Sendable {
  private let listener: CInt
  private let port: UInt16
  private let heads = Locked<[String]>([])

  /// Starts a server that plays every connection on a thread of its own: one request, one answer, and the end.
  init(answer: @escaping @Sendable (Connection) -> Void) throws {
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    port = try Self.bind(listener)
    guard listen(listener, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { [weak self, listener] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        Thread.detachNewThread { [weak self] in
          let connection = Connection(descriptor: connection)
          self?.heads.withLock { $0.append(connection.head) }
          answer(connection)
        }
      }
      // Not before: the next server may get the same descriptor, and this thread its connections.
      close(listener)
    }
  }

  convenience init(body: String) throws {
    try self.init { $0.send(status: "200 OK", headers: ["Content-Length: \(body.utf8.count)"], body: body) }
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
  }

  /// The heads of the requests so far: request line and headers.
  var requests: [String] { heads.withLock { $0 } }

  func request(_ path: String = "file") -> URLRequest {
    URLRequest(url: URL(string: "http://127.0.0.1:\(port)/\(path)")!)
  }

  /// Calls a function with the address of a server that refuses every connection: its port is taken, but nobody
  /// listens there; or of one that listens, and never says a word.
  static func withDeafServer<Result>(
    listening: Bool = false, _ body: (URLRequest) async throws -> Result
  ) async throws -> Result {
    let deaf = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(deaf) }
    let port = try bind(deaf)
    if listening, listen(deaf, 8) != 0 { throw POSIXError(.EADDRNOTAVAIL) }
    return try await body(URLRequest(url: URL(string: "http://127.0.0.1:\(port)/file")!))
  }

  /// Binds a socket to a port of its own.
  private static func bind(_ socket: CInt) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Foundation.bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    return UInt16(bigEndian: address.sin_port)
  }
}

/// One connection of the server; it is closed when the last reference goes.
final class Connection: Sendable {
  /// The request line and the headers of the request.
  let head: String
  private let descriptor: CInt

  fileprivate init(descriptor: CInt) {
    self.descriptor = descriptor
    var head = ""
    while !head.hasSuffix("\r\n\r\n"), let byte = Self.read(descriptor) {
      head.unicodeScalars.append(Unicode.Scalar(byte))
    }
    self.head = head
  }

  deinit {
    close(descriptor)
  }

  func send(status: String, headers: [String] = [], body: String = "") {
    send((["HTTP/1.1 \(status)", "Connection: close"] + headers + ["", body]).joined(separator: "\r\n"))
  }

  func send(_ text: String) {
    _ = send(Data(text.utf8))
  }

  /// Sends all of some bytes, and returns whether the client was there to take them.
  func send(_ bytes: Data) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// Returns when the client has closed its end.
  func waitForHangUp() {
    while Self.read(descriptor) != nil {}
  }

  private static func read(_ descriptor: CInt) -> UInt8? {
    var byte: UInt8 = 0
    return unsafe Foundation.read(descriptor, &byte, 1) == 1 ? byte : nil
  }
}
