struct RequestReader {
  private let socket: ServerSocket
  private var buffer = Data()

  init(_ socket: ServerSocket) { self.socket = socket }

  /// Returns the next request, or nil at the end of the connection and for bytes that are not a request.
  ///
  /// - Parameter readsBody: Whether to read the body of this request.
  mutating func next(readsBody: (ServerRequest) -> Bool) -> ServerRequest? {
    guard let head = line(endingWith: "\r\n\r\n"), var request = ServerRequest(head: head) else { return nil }
    let count = request.fields["Content-Length"].flatMap { Int($0) } ?? 0
    let isChunked = request.fields["Transfer-Encoding"]?.lowercased() == "chunked"
    guard count > 0 || isChunked else { return request }
    guard readsBody(request) else {
      request.isWhole = false
      return request
    }
    if request.fields["Expect"]?.lowercased() == "100-continue" {
      guard socket.send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
    }
    request.isWhole = isChunked ? readChunks(into: &request.body) : read(count, into: &request.body)
    return request
  }

  private mutating func readChunks(into body: inout Data) -> Bool {
    while let size = line(endingWith: "\r\n"), let count = Int(size.prefix { $0 != ";" }, radix: 16) {
      guard count > 0 else {
        // Trailer fields, up to the empty line.
        while let field = line(endingWith: "\r\n") { if field.isEmpty { return true } }
        return false
      }
      guard read(count, into: &body), line(endingWith: "\r\n") == "" else { return false }
    }
    return false
  }

  /// Appends this many bytes, or fewer at the end of the connection. Returns whether there were enough.
  mutating func read(_ count: Int, into body: inout Data) -> Bool {
    var missing = count
    while missing > 0 {
      if buffer.isEmpty { buffer = socket.receive() }
      guard !buffer.isEmpty else { return false }
      let part = buffer.prefix(missing)
      body.append(part)
      missing -= part.count
      buffer = Data(buffer.dropFirst(part.count))
    }
    return true
  }

  /// Returns the bytes up to a delimiter, or nil if it does not arrive.
  mutating func line(endingWith end: String) -> String? {
    while true {
      if let found = buffer.range(of: Data(end.utf8)) {
        defer { buffer = Data(buffer[found.upperBound...]) }
        return String(decoding: buffer[..<found.lowerBound], as: UTF8.self)
      }
      let bytes = socket.receive()
      guard !bytes.isEmpty, buffer.count < 1 << 20 else { return nil }
      buffer.append(bytes)
    }
  }
}
