/// Takes requests from a connection, one after the other.
struct RequestReader {
  private let socket: ServerSocket
  private var buffer = Data()

  init(_ socket: ServerSocket) { self.socket = socket }

  /// The next request, with so much of its body as a function says; nil at the end of the connection, and when what arrives is none.
  mutating func next(readBytes: (ServerRequest) -> Int = { _ in .max }) -> ServerRequest? {
    guard let head = line(endingWith: "\r\n\r\n"), var request = ServerRequest(head: head) else { return nil }
    let count = request.fields["Content-Length"].flatMap { Int($0) } ?? 0
    let limit = readBytes(request)
    let isChunked = request.fields["Transfer-Encoding"]?.lowercased() == "chunked"
    if limit > 0, count > 0 || isChunked, request.fields["Expect"]?.lowercased() == "100-continue" {
      guard socket.send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
    }
    if isChunked {
      request.isWhole = readChunks(upTo: limit, into: &request.body)
    } else {
      request.isWhole = read(min(count, limit), into: &request.body) && count <= limit
    }
    return request
  }

  private mutating func readChunks(upTo limit: Int, into body: inout Data) -> Bool {
    while body.count < limit, let size = line(endingWith: "\r\n") {
      guard let count = Int(size.prefix { $0 != ";" }, radix: 16) else { return false }
      guard count > 0 else {
        // Trailer fields, up to the empty line.
        while let field = line(endingWith: "\r\n") { if field.isEmpty { return true } }
        return false
      }
      let isCut = body.count + count > limit
      guard read(min(count, limit - body.count), into: &body), !isCut, line(endingWith: "\r\n") == "" else {
        return false
      }
    }
    return false
  }

  private mutating func read(_ count: Int, into body: inout Data) -> Bool {
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
