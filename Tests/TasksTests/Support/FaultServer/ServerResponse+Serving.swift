extension ServerResponse {
  /// Creates the correct response to a request for a file or a range of it (RFC 9110, 14).
  init(_ request: ServerRequest, for file: ServedFile, obeysRange: Bool = true) {
    self.init(status: 200)
    fields = ServerFields(["Date": Self.now, "Accept-Ranges": "bytes", "Content-Type": "application/octet-stream"])
    fields["ETag"] = file.entityTag
    fields["Last-Modified"] = file.lastModified
    guard request.method == "GET" || request.method == "HEAD" else {
      fields["Content-Type"] = "text/plain"
      body = .data(Data("\(request.body.count)".utf8))
      return
    }
    body = .file(file, 0..<file.byteCount)
    if obeysRange, request.method == "GET", file.satisfies(ifRange: request.fields["If-Range"]) {
      obey(request.fields["Range"], file)
    }
  }

  private mutating func obey(_ field: String?, _ file: ServedFile) {
    guard let field, let range = RequestedRange(field) else { return }
    guard range.first < file.byteCount else {
      status = 416
      fields["Content-Range"] = "bytes */\(file.byteCount)"
      body = .data(Data())
      return
    }
    status = 206
    set(range.first..<min(file.byteCount, (range.last ?? file.byteCount - 1) + 1), of: file)
  }

  /// Sets a part of a file as the body, with the correct `Content-Range`.
  mutating func set(_ part: Range<Int64>, of file: ServedFile) {
    fields["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.byteCount)"
    body = .file(file, part)
  }

  private static var now: String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: .now)
  }
}

extension ServedFile {
  fileprivate var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

  fileprivate func satisfies(ifRange: String?) -> Bool {
    ifRange == nil || ifRange == strongTag || ifRange == lastModified
  }
}

/// The range of a `Range` header. The response to several ranges, and to the last bytes of a file, is the complete
/// file.
///
/// The RFC allows this.
private struct RequestedRange {
  let first: Int64
  let last: Int64?

  init?(_ field: String) {
    guard let match = field.wholeMatch(of: /bytes=(\d+)-(\d*)/), let first = Int64(match.1) else { return nil }
    (self.first, last) = (first, Int64(match.2))
    if let last, last < first { return nil }
  }
}
