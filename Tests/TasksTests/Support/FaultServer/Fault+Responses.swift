extension Fault {
  /// Applies this fault to a response, and returns whether it changed the response.
  ///
  /// - Parameters:
  ///   - request: The request of this response.
  ///   - number: The number of the request, counted from 1 for each path.
  ///   - file: The file on the server.
  func apply(
    to response: inout ServerResponse, of request: ServerRequest, number: Int, file: inout ServedFile
  ) -> Bool {
    switch self {
    case .close(let offset): return response.stop(at: offset, .close)
    case .reset(let offset): return response.stop(at: offset, .reset)
    case .stall(let offset): return response.stop(at: offset, .stall)
    case .closeBeforeHead: response.incident = .init(offset: 0, kind: .closeBeforeHead)
    case .resetBeforeHead: response.incident = .init(offset: 0, kind: .resetBeforeHead)
    case .stallBeforeHead: response.incident = .init(offset: 0, kind: .stallBeforeHead)
    case .garbage:
      response.rawHead = Data("\u{1}\u{2} this is not a response\r\n\r\n".utf8)
      response.keepsConnection = false
    case .longHead(let count): response.fields["X-Long"] = String(repeating: "x", count: count)

    case .tooLong(let count): return response.lengthen(by: count, keepingLength: true)
    case .longerThanItsRange(let count): return response.lengthen(by: count, keepingLength: false)
    case .shorterRange: return response.halve()
    case .contentRange(let wrong): return response.misstateRange(wrong)
    case .otherRange(let count): return response.shift(by: count)
    case .ifRangeIgnored:
      guard request.fields["If-Range"] != nil else { return false }
      var unconditional = request
      unconditional.fields["If-Range"] = nil
      response = ServerResponse(unconditional, for: file)
    case .rangeIgnored:
      guard request.fields["Range"] != nil else { return false }
      response = ServerResponse(request, for: file, obeysRange: false)

    case .statusBeforeBody(let status):
      guard !request.isWhole else { return false }
      response = ServerResponse(status: status)
      response.keepsConnection = false
    case .status(let status, let retryAfter):
      response = ServerResponse(status: status, fields: ServerFields(["Content-Type": "text/plain"]))
      response.fields["Retry-After"] = retryAfter
      if status == 416 { response.fields["Content-Range"] = "bytes */\(file.byteCount)" }
      if ServerResponse.hasBody(status) { response.body = .data(Data("status \(status)".utf8)) }
    case .redirect(let status, let target):
      let location =
        switch target {
        case .itself: request.target
        case .hop: "\(request.path)?hop=\(number)"
        case .address(let address): address
        case .host(let host): "http://\(host):\(request.port)\(request.target)"
        }
      response = ServerResponse(status: status, fields: ServerFields(["Location": location]))

    case .replaced: file = file.replaced
    case .resized(let count):
      file.seed += 1
      file.byteCount += count
    case .weakEntityTag:
      file.entityTag = "W/\"weak-\(file.seed)\""
      file.lastModified = nil
    case .noEntityTag: file.entityTag = nil
    case .noValidator: (file.entityTag, file.lastModified) = (nil, nil)

    case .drip(let count): response.pieceByteCount = count
    case .gzip, .gzipOfRange: return response.compress(request, file, keepingRange: self == .gzipOfRange)
    case .gzipBomb:
      guard response.compress(request, file, keepingRange: false) else { return false }
      response.body = .data(Gzip.zeros)
    case .gzipClose(let offset):
      guard response.compress(request, file, keepingRange: false) else { return false }
      response.incident = .init(offset: offset, kind: .close)
    case .chunked: response.framing = .chunked
    case .chunkedClose(let offset):
      response.framing = .chunked
      return response.stop(at: offset, .close)
    case .chunkedBadSize(let offset):
      response.framing = .chunked
      return response.stop(at: offset, .badChunkSize)
    case .untilClose: response.framing = .untilClose
    case .oldVersion: (response.version, response.framing) = ("HTTP/1.0", .untilClose)
    }
    return true
  }

  /// Whether the server reads the body of a request.
  var readsBody: Bool {
    if case .statusBeforeBody = self { false } else { true }
  }

  /// Whether it changes the file, so that another response is correct.
  var changesFile: Bool {
    switch self {
    case .replaced, .resized, .weakEntityTag, .noEntityTag, .noValidator: true
    default: false
    }
  }
}

extension ServerResponse {
  fileprivate mutating func stop(at offset: Int64, _ kind: Incident.Kind) -> Bool {
    guard case .file(_, let part) = body, part.contains(offset) else { return false }
    incident = Incident(offset: offset - part.lowerBound, kind: kind)
    return true
  }

  fileprivate mutating func lengthen(by count: Int, keepingLength: Bool) -> Bool {
    guard case .file(let file, let part) = body, keepingLength || status == 206 else { return false }
    if keepingLength { fields["Content-Length"] = "\(part.count)" }
    body = .file(file, part.lowerBound..<part.upperBound + Int64(count))
    // Excess bytes would be parsed as the head of the next response.
    keepsConnection = !keepingLength
    return true
  }

  fileprivate mutating func halve() -> Bool {
    guard status == 206, case .file(let file, let part) = body, part.count > 1 else { return false }
    set(part.lowerBound..<part.lowerBound + Int64(part.count / 2), of: file)
    return true
  }

  fileprivate mutating func shift(by count: Int64) -> Bool {
    guard status == 206, case .file(let file, let part) = body, part.lowerBound + count >= 0 else { return false }
    set(part.lowerBound + count..<part.upperBound + count, of: file)
    return true
  }

  fileprivate mutating func misstateRange(_ wrong: Fault.WrongRange) -> Bool {
    guard status == 206, case .file(let file, let part) = body else { return false }
    let (first, last) = (part.lowerBound, part.upperBound - 1)
    fields["Content-Range"] =
      switch wrong {
      case .shifted(let count): "bytes \(first + count)-\(last + count)/\(file.byteCount)"
      case .size(let count): "bytes \(first)-\(last)/\(file.byteCount + count)"
      case .unknownSize: "bytes \(first)-\(last)/*"
      case .missing: nil
      case .garbage: "bytes from here to there"
      case .otherUnit: "lines \(first)-\(last)/\(file.byteCount)"
      }
    return true
  }

  fileprivate mutating func compress(_ request: ServerRequest, _ file: ServedFile, keepingRange: Bool) -> Bool {
    if !keepingRange { self = ServerResponse(request, for: file, obeysRange: false) }
    guard case .file = body else { return false }
    body = .data(Gzip.stored(body.bytes(0..<body.byteCount)))
    fields["Content-Encoding"] = "gzip"
    return true
  }
}
