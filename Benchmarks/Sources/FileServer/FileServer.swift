import Foundation

/// A server on loopback that sends one file with `sendfile(2)`. Each connection has its own thread.
///
/// `/ranges/65536` is the first 65,536 bytes of the file, from a server that supports ranges. `/plain/65536` is the same from
/// one that does not. The rest of the path is ignored.
package final class FileServer: Sendable {
  package let port: UInt16

  private let file: CInt
  private let byteCount: Int64
  private let listener: CInt

  /// Starts a server of the current bytes of a file. The file may grow later, but must not shrink.
  package init(_ path: String) throws {
    // With this, writing to a connection that the client has closed is an error and does not end the process.
    _ = signal(SIGPIPE, SIG_IGN)
    file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw POSIXError(.ENOENT) }
    byteCount = Int64(lseek(file, 0, SEEK_END))
    listener = socket(AF_INET, streamType, 0)
    port = try Self.bind(listener)
    guard listen(listener, 128) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        Thread.detachNewThread { [self] in serve(FileConnection(connection)) }
      }
    }
  }

  private func serve(_ connection: FileConnection) {
    defer { connection.close() }
    while let request = connection.nextRequest(), answer(request, on: connection) {}
  }

  private func answer(_ request: FileRequest, on connection: FileConnection) -> Bool {
    let size = min(request.byteCount, byteCount)
    var fields = ["Content-Type: application/octet-stream", "ETag: \"one\""]
    if request.hasRanges { fields.append("Accept-Ranges: bytes") }
    var status = "200 OK"
    var part = 0..<size
    if request.hasRanges, let first = request.firstByte, first < size {
      part = first..<min(size, (request.lastByte ?? .max - 1) + 1)
      status = "206 Partial Content"
      fields.append("Content-Range: bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)")
    }
    fields.append("Content-Length: \(part.count)")
    let head = "HTTP/1.1 \(status)\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    return connection.send(head) && connection.send(part, of: file)
  }

  /// Binds a socket to an unused port.
  private static func bind(_ socket: CInt) throws -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
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
