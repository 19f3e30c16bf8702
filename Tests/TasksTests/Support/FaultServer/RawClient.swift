final class RawClient {
  private let socket: ServerSocket
  private var reader: RequestReader

  init(_ server: FaultServer) throws {
    socket = try ServerSocket(connectingTo: server.address, port: server.port)
    reader = RequestReader(socket)
  }

  func get(_ path: String = "/file", _ fields: String...) {
    _ = socket.send(Data((["GET \(path) HTTP/1.1"] + fields + ["", ""]).joined(separator: "\r\n").utf8))
  }

  /// Returns the status and fields of the next response, or nil at the end of the connection.
  func head() -> (status: Int, fields: ServerFields)? {
    let lines = reader.line(endingWith: "\r\n\r\n")?.split(separator: "\r\n") ?? []
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count == 3, let status = Int(words[1]) else { return nil }
    return ServerFields(lines: lines.dropFirst()).map { (status, $0) }
  }

  func bytes(_ count: Int) -> Data {
    var bytes = Data()
    _ = reader.read(count, into: &bytes)
    return bytes
  }

  func rest() -> Data { bytes(.max) }

  func close() { socket.close() }
}
