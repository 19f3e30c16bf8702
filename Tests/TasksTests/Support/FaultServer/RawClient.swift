/// A client that shows the bytes of an answer as they are.
final class RawClient {
  private let socket: ServerSocket
  private var buffer = Data()

  init(_ server: FaultServer) throws {
    socket = try ServerSocket(connectingTo: server.address, port: server.port)
  }

  func get(_ path: String = "/file", _ fields: String...) {
    _ = socket.send(Data((["GET \(path) HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n").utf8))
  }

  /// The status and fields of the next answer; nil at the end of the connection.
  func head() -> (status: Int, fields: ServerFields)? {
    var end = buffer.range(of: Data("\r\n\r\n".utf8))
    while end == nil {
      let bytes = socket.receive()
      guard !bytes.isEmpty else { return nil }
      buffer.append(bytes)
      end = buffer.range(of: Data("\r\n\r\n".utf8))
    }
    let text = String(decoding: buffer[..<end!.lowerBound], as: UTF8.self)
    buffer = Data(buffer[end!.upperBound...])
    // The reader of requests reads the status line, too, after it was turned into a request line.
    let words = text.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let status = Int(words[1]) else { return nil }
    let rest = words[2].split(separator: "\r\n", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
    guard let request = ServerRequest(head: (["GET / HTTP/1.1"] + rest).joined(separator: "\r\n")) else { return nil }
    return (status, request.fields)
  }

  func bytes(_ count: Int) -> Data {
    while buffer.count < count {
      let bytes = socket.receive()
      guard !bytes.isEmpty else { break }
      buffer.append(bytes)
    }
    defer { buffer = Data(buffer.dropFirst(count)) }
    return Data(buffer.prefix(count))
  }

  func rest() -> Data { bytes(.max) }

  func close() { socket.close() }
}
