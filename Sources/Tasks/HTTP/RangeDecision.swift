/// A request for a range of bytes, and what is known about the bytes on disk.
package struct RangeRequest: Sendable, Hashable {
  /// The first requested byte. The bytes before it are on disk.
  package let offset: Int64
  /// The end of the range, exclusive, or nil for the end of the representation.
  package let end: Int64?
  /// The validator of the bytes on disk, or nil if there are none, or nothing proves which they are.
  package let validator: StrongValidator?
  /// The size of the representation that the bytes on disk belong to, if it is known.
  package let size: Int64?
  /// Whether the request has a `Range` header.
  package let isPartial: Bool

  package init(
    offset: Int64 = 0, end: Int64? = nil, validator: StrongValidator? = nil, size: Int64? = nil, isPartial: Bool = true
  ) {
    self.offset = offset
    self.end = end
    self.validator = validator
    self.size = size
    self.isPartial = isPartial
  }

  package static let complete = RangeRequest(isPartial: false)

  /// With `If-Range`, the server sends the complete representation if it has changed (RFC 9110, 13.1.5).
  package var fields: [(name: String, value: String)] {
    guard isPartial else { return [] }
    let range = (name: "Range", value: "bytes=\(offset)-\(end.map { String($0 - 1) } ?? "")")
    return validator.map { [range, (name: "If-Range", value: $0.rawValue)] } ?? [range]
  }
}

/// The value of a `Content-Range` header (RFC 9110, 14.4).
package enum ContentRange: Sendable, Hashable {
  /// The body has these bytes of a representation of this size, if it is known: `bytes 0-99/1000`, `bytes 0-99/*`.
  case part(Range<Int64>, size: Int64?)

  /// The representation has this size, and none of the requested bytes: `bytes */1000`.
  case unsatisfied(size: Int64)

  /// Reads a range of bytes, or returns nil for an invalid one, which must be ignored (RFC 9110, 14.4).
  package init?(_ field: String) {
    // Units are not case-sensitive (RFC 9110, 14.1).
    var reader = FieldReader(field.lowercased())
    guard reader.take("bytes ") else { return nil }
    if reader.take("*/") {
      guard let size = reader.takeNumber(), reader.isAtEnd else { return nil }
      self = .unsatisfied(size: size)
    } else {
      guard let first = reader.takeNumber(), reader.take("-"), let last = reader.takeNumber(), reader.take("/"),
        first <= last, last < .max
      else { return nil }
      let size = reader.take("*") ? nil : reader.takeNumber() ?? -1
      guard reader.isAtEnd, size.map({ last < $0 }) ?? true else { return nil }
      self = .part(first..<(last + 1), size: size)
    }
  }
}

/// The headers of a response that describe its body.
package struct RangeResponse {
  package let status: Int
  private let field: (String) -> String?

  package init(status: Int, field: @escaping (String) -> String?) {
    self.status = status
    self.field = field
  }

  var entityTag: String? { field("ETag") }
  var lastModified: String? { field("Last-Modified") }
  var contentRange: ContentRange? { field("Content-Range").flatMap { ContentRange($0) } }

  /// The validator that a later response must have, so that its body can be appended to this one.
  ///
  /// The validator of a 203 is not that of its body (RFC 9110, 15.3.4). No range fits an encoded body, which arrives decoded.
  package var validator: StrongValidator? {
    guard status != 203, !isEncoded else { return nil }
    return StrongValidator(entityTag: entityTag, lastModified: lastModified, date: field("Date"))
  }

  /// Whether a later request for a range can succeed: this is a range, or the server announces ranges (RFC 9110, 14.3).
  package var hasRanges: Bool {
    if status == 206 { return true }
    let units = field("Accept-Ranges")?.lowercased().split(separator: ",").map { String($0).trimmingFieldSpace } ?? []
    return status == 200 && units.contains("bytes")
  }

  /// Whether the body is encoded. Its length and its positions then differ from those of the decoded body.
  var isEncoded: Bool {
    let encoding = field("Content-Encoding")?.lowercased().trimmingFieldSpace ?? ""
    return encoding != "" && encoding != "identity"
  }

  var length: Int64? { field("Content-Length").flatMap(Self.length) }

  /// The fault of a length that cannot be read, or nil.
  var lengthFault: String? {
    field("Content-Length") != nil && length == nil ? "Content-Length is not a number: \(shown("Content-Length"))" : nil
  }

  /// Reads a length. Some proxies repeat it as a list (RFC 9110, 8.6).
  private static func length(_ field: String) -> Int64? {
    let lengths = field.split(separator: ",", omittingEmptySubsequences: false).map { item in
      var reader = FieldReader(String(item))
      let length = reader.takeNumber()
      return reader.isAtEnd ? length : nil
    }
    return Set(lengths).count == 1 ? lengths[0] : nil
  }

  /// The range and complete size, if the range is the requested one or its beginning (RFC 9110, 14.4 and 15.3.7).
  fileprivate func part(of request: RangeRequest) -> (Range<Int64>, size: Int64?)? {
    // Each part of a multipart body has its own range (RFC 9110, 14.6).
    let isMultipart = field("Content-Type")?.lowercased().trimmingFieldSpace.hasPrefix("multipart/byteranges") == true
    guard !isEncoded, !isMultipart, case .part(let part, let size)? = contentRange,
      part.lowerBound == request.offset, part.upperBound <= request.end ?? .max,
      lengthFault == nil, length.map({ $0 == part.upperBound - part.lowerBound }) ?? true
    else { return nil }
    return (part, size)
  }

  /// A header for a message, which has other words behind it.
  fileprivate func shown(_ name: String) -> String { (field(name) ?? "").shown(upTo: 80) }
}

/// The decision about the body of a response to a range request (RFC 9110, chapters 13 to 15).
///
/// A body is appended only if the same strong validator, the same size and the exact position prove that it belongs to the bytes
/// on disk. Any other response leads to a restart or to a failure, never to a file of two versions. A server can cause
/// ``requestAgainFromStart`` repeatedly, with a new entity tag in each response. So the caller counts the restarts, and requests
/// the complete representation after a few.
package enum RangeDecision: Sendable, Hashable {
  /// The body belongs at the requested offset. If it is shorter than the range, the rest has to be requested.
  case append(length: Int64, size: Int64?)
  /// The body is the complete representation, with this size if it is known. It replaces the bytes on disk.
  case replace(size: Int64?)
  /// The representation has changed. The first range is requested again.
  case requestAgainFromStart
  /// The ranges of the server cannot be joined safely. The complete representation is requested, without `Range`.
  case requestComplete
  /// The bytes on disk are complete.
  case complete
  /// The response cannot be used. The bytes on disk are kept.
  case fail(Failure)

  package enum Failure: Sendable, Hashable {
    case status(Int)
    case invalidResponse(String)
  }

  package init(for response: RangeResponse, to request: RangeRequest) {
    switch response.status {
    case 200, 203: self = .onWhole(response, to: request)
    case 206: self = .onPart(response, to: request)
    case 416: self = .onUnsatisfied(response, to: request)
    // Other kinds of success have no body, or a status report: 201, 202, 204, 205 (RFC 9110, 15.3). 304 is the response to a
    // condition that this package did not send.
    default: self = .fail(.status(response.status))
    }
  }

  /// A server may ignore `Range`, and does so if `If-Range` does not match (RFC 9110, 14.2).
  ///
  /// `Content-Range` has no meaning here (14.4). But a server that sends it sends a part, and a file must be complete.
  private static func onWhole(_ response: RangeResponse, to request: RangeRequest) -> RangeDecision {
    if let fault = response.lengthFault { return .fail(.invalidResponse(fault)) }
    if case .part(let part, let size)? = response.contentRange,
      part.lowerBound > 0 || part.upperBound != size ?? part.upperBound
    {
      guard !request.isPartial else { return .requestComplete }
      return .fail(.invalidResponse("\(response.shown("Content-Range")) in a response that should be complete"))
    }
    return .replace(size: response.isEncoded ? nil : response.length)
  }

  private static func onPart(_ response: RangeResponse, to request: RangeRequest) -> RangeDecision {
    guard request.isPartial else { return .fail(.invalidResponse("206 to a request for the complete file")) }
    switch request.validator?.comparison(entityTag: response.entityTag, lastModified: response.lastModified) {
    case .other: return .requestAgainFromStart
    case .unknown where request.validator?.isEntityTag == true:
      // Only a date may be missing: the client that sent it in `If-Range` has it (RFC 9110, 15.3.7).
      return .requestComplete
    case nil where request.offset > 0:
      // Nothing proves that the bytes belong to those that are kept (RFC 9110, 15.3.7.3).
      return .requestComplete
    case .same, .unknown, nil: break
    }
    // Any other part cannot be used, even if it contains the requested one. The kept bytes stay until the file is complete.
    guard let (part, size) = response.part(of: request) else { return .requestComplete }
    let knownSize = request.validator == nil ? nil : request.size
    if let known = knownSize, known != size ?? known || part.upperBound > known { return .requestAgainFromStart }
    // Without a validator, only the first range gets here, so a range that ends with the representation is complete.
    guard part.upperBound == size || request.validator != nil || response.validator != nil else {
      return .requestComplete
    }
    return .append(length: part.upperBound - part.lowerBound, size: size ?? knownSize)
  }

  /// A server evaluates `If-Range` first, so a 416 means that the bytes have not changed (RFC 9110, 13.2.2).
  private static func onUnsatisfied(_ response: RangeResponse, to request: RangeRequest) -> RangeDecision {
    guard request.isPartial else { return .fail(.status(416)) }
    // Byte 0 exists unless the representation is empty. A server that wrongly refuses every range must not cause an empty file.
    guard request.offset > 0, let validator = request.validator else { return .requestComplete }
    guard validator.comparison(entityTag: response.entityTag, lastModified: response.lastModified) != .other else {
      return .requestAgainFromStart
    }
    // The size is optional (RFC 9110, 15.5.17). Without it, a restart may end here again.
    guard case .unsatisfied(let size)? = response.contentRange else { return .requestComplete }
    return size == request.offset && size == request.size ?? size ? .complete : .requestAgainFromStart
  }
}
