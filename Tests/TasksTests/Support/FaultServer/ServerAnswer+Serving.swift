extension ServerAnswer {
  /// The right answer to a request for a file, by chapters 13 and 14 of RFC 9110.
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
    if let tags = request.fields["If-Match"], tags != "*", !Self.list(tags).contains(file.strongTag ?? "none") {
      status = 412
    } else if let tags = request.fields["If-None-Match"],
      tags == "*" || Self.list(tags).map(Self.opaque).contains(Self.opaque(file.entityTag ?? "none"))
    {
      status = 304
    } else {
      body = .file(file, 0..<file.byteCount)
      if obeysRange, request.method == "GET", file.satisfies(ifRange: request.fields["If-Range"]) {
        obey(request.fields["Range"], file)
      }
    }
  }

  private mutating func obey(_ field: String?, _ file: ServedFile) {
    guard let field, let range = RequestedRange(field) else { return }
    guard let part = range.part(of: file.byteCount) else {
      status = 416
      fields["Content-Range"] = "bytes */\(file.byteCount)"
      body = .data(Data())
      return
    }
    status = 206
    fields["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.byteCount)"
    body = .file(file, part)
  }

  private static func list(_ field: String) -> [String] {
    field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func opaque(_ tag: String) -> String { tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag }

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

/// One range of a `Range` field; several in one field are answered with the whole file, which the RFC allows.
private enum RequestedRange {
  case from(Int64, through: Int64?)
  case last(Int64)

  init?(_ field: String) {
    guard field.hasPrefix("bytes="), !field.contains(",") else { return nil }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Int64(ends[0]), Int64(ends[1])) {
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: nil)
    case (nil, let count?) where ends[0].isEmpty: self = .last(count)
    default: return nil
    }
  }

  func part(of byteCount: Int64) -> Range<Int64>? {
    switch self {
    case .from(let first, let last) where first < byteCount: first..<min(byteCount, (last ?? byteCount - 1) + 1)
    case .last(let count) where count > 0 && byteCount > 0: max(0, byteCount - count)..<byteCount
    default: nil
    }
  }
}
