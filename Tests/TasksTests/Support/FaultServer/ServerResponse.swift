/// The response of a server, as a value. Any part of it can be wrong on purpose.
struct ServerResponse: Sendable {
  var version = "HTTP/1.1"
  var status: Int
  var fields = ServerFields()
  var body = Body.data(Data())
  var framing = Framing.length
  var pieceByteCount = 1 << 18
  var incident: Incident?
  var rawHead: Data?
  /// Whether the connection serves another request after this one.
  var keepsConnection = true

  enum Body: Sendable, Hashable {
    case data(Data)
    /// A part of a file. It may extend beyond the end of the file.
    case file(ServedFile, Range<Int64>)

    var byteCount: Int64 {
      switch self {
      case .data(let data): Int64(data.count)
      case .file(_, let range): Int64(range.count)
      }
    }

    func bytes(_ range: Range<Int64>) -> Data {
      switch self {
      case .data(let data): Data(data.dropFirst(Int(range.lowerBound)).prefix(range.count))
      case .file(let file, let part):
        file.bytes(part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound)
      }
    }
  }

  enum Framing: Sendable, Hashable {
    /// With `Content-Length`, unless the fields already contain one.
    case length
    case chunked
    /// Without a length. The body ends with the connection.
    case untilClose
  }

  struct Incident: Sendable, Hashable {
    var offset: Int64
    var kind: Kind

    enum Kind: Sendable, Hashable {
      case close, reset, stall
      case badChunkSize
      case closeBeforeHead, resetBeforeHead, stallBeforeHead
    }
  }

  var head: Data {
    if let rawHead { return rawHead }
    var fields = fields
    switch framing {
    case .length where fields["Content-Length"] == nil && Self.hasBody(status):
      fields["Content-Length"] = "\(body.byteCount)"
    case .chunked: fields["Transfer-Encoding"] = "chunked"
    default: break
    }
    if !keepsConnection || framing == .untilClose { fields["Connection"] = "close" }
    let lines = ["\(version) \(status) Status"] + fields.lines.map { "\($0.name): \($0.value)" }
    return Data((lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  static func hasBody(_ status: Int) -> Bool { status >= 200 && status != 204 && status != 304 }
}
