/// The headers of a response that describe its body.
package struct RangeResponse: Sendable, Hashable {
  package var status: Int
  package var contentRange: String?
  package var contentLength: String?
  package var contentType: String?
  package var contentEncoding: String?
  package var entityTag: String?
  package var lastModified: String?
  package var date: String?
  package var acceptRanges: String?

  /// Reads the headers of a response. `field` returns the value of a header.
  package init(status: Int, field: (String) -> String? = { _ in nil }) {
    self.status = status
    contentRange = field("Content-Range")
    contentLength = field("Content-Length")
    contentType = field("Content-Type")
    contentEncoding = field("Content-Encoding")
    entityTag = field("ETag")
    lastModified = field("Last-Modified")
    date = field("Date")
    acceptRanges = field("Accept-Ranges")
  }

  /// The validator that a later response must have, so that its body can be appended to this one.
  ///
  /// The validator of a 203 is not that of its body (RFC 9110, 15.3.4). The body of an encoded response arrives decoded, so
  /// no range fits it.
  package var validator: StrongValidator? {
    guard status != 203, !isEncoded else { return nil }
    return StrongValidator(entityTag: entityTag, lastModified: lastModified, date: date)
  }

  /// Whether a later request for a range can succeed: this is a range, or the server announces ranges (RFC 9110, 14.3). A
  /// server that responds to a range request with the complete representation, and does not announce ranges, has none.
  package var hasRanges: Bool {
    if status == 206 { return true }
    let units = acceptRanges?.lowercased().split(separator: ",").map { String($0).trimmingFieldSpace } ?? []
    return status == 200 && units.contains("bytes")
  }

  /// Whether the body is encoded. Its length and its positions then differ from those of the decoded body.
  var isEncoded: Bool {
    let encoding = contentEncoding?.lowercased().trimmingFieldSpace ?? ""
    return encoding != "" && encoding != "identity"
  }

  /// Whether the body has several parts with ranges of their own (RFC 9110, 14.6).
  var isMultipart: Bool {
    contentType?.lowercased().trimmingFieldSpace.hasPrefix("multipart/byteranges") == true
  }

  /// The length of the body; nil if it is missing or cannot be read.
  var length: Int64? {
    contentLength.flatMap(Self.length)
  }

  var hasUnreadableLength: Bool { contentLength != nil && length == nil }

  /// Reads a length. Some proxies repeat it as a list (RFC 9110, 8.6).
  private static func length(_ field: String) -> Int64? {
    let lengths = field.split(separator: ",", omittingEmptySubsequences: false).map { item in
      var reader = FieldReader(String(item))
      let length = reader.takeNumber()
      return reader.isAtEnd ? length : nil
    }
    return Set(lengths).count == 1 ? lengths[0] : nil
  }
}

/// The decision about the body of a response to a range request (RFC 9110, chapters 13 to 15).
///
/// A body is appended only if the same strong validator, the same size and the exact position prove that it belongs to the
/// bytes on disk. Any other response leads to a restart or to a failure, never to a file of two versions.
///
/// A server can cause ``askAgainFromStart`` repeatedly, with a new entity tag in each response. So the caller counts the
/// restarts, and requests the complete representation after a few.
package enum RangeDecision: Sendable, Hashable {
  /// The body belongs at the requested offset and has this length. If it is shorter than the requested range, the rest has
  /// to be requested. `size` is that of the complete representation, if it is known.
  case append(length: Int64, size: Int64?)

  /// The body is the complete representation, with this size if it is known. It replaces the bytes on disk.
  case replace(size: Int64?)

  /// The representation has changed. The first range is requested again.
  case askAgainFromStart

  /// The ranges of the server cannot be joined safely. The complete representation is requested, without `Range`.
  case askForWhole

  /// The bytes on disk are complete.
  case complete

  /// The response cannot be used. The bytes on disk are kept.
  case fail(Failure)

  package enum Failure: Sendable, Hashable {
    /// The status is that of a response without the bytes.
    case status(Int)

    /// The response is not valid. The text describes the reason.
    case invalidAnswer(String)
  }

  package init(for answer: RangeResponse, to asked: RangeRequest) {
    switch answer.status {
    case 200, 203: self = .onWhole(answer, to: asked)
    case 206: self = .onPart(answer, to: asked)
    case 416: self = .onUnsatisfied(answer, to: asked)
    // Other kinds of success have no body, or a status report: 201, 202, 204, 205 (RFC 9110, 15.3). 304 is the response to a
    // condition that this package did not send.
    default: self = .fail(.status(answer.status))
    }
  }
}

extension RangeDecision {
  /// A server may ignore `Range`, and does where `If-Range` does not fit (RFC 9110, 14.2).
  ///
  /// `Content-Range` has no meaning here (14.4). But a server that names a part sends one, and a file must be complete.
  private static func onWhole(_ answer: RangeResponse, to asked: RangeRequest) -> RangeDecision {
    guard !answer.hasUnreadableLength else {
      return .fail(.invalidAnswer("Content-Length is no number: \(answer.contentLength.shown)"))
    }
    if case .part(let part, let size)? = answer.contentRange.flatMap({ ContentRange($0) }),
      part.lowerBound > 0 || part.upperBound != size ?? part.upperBound
    {
      guard !asked.isPartial else { return .askForWhole }
      return .fail(.invalidAnswer("\(answer.contentRange.shown) in an answer that should be the whole"))
    }
    return .replace(size: answer.isEncoded ? nil : answer.length)
  }

  private static func onPart(_ answer: RangeResponse, to asked: RangeRequest) -> RangeDecision {
    guard asked.isPartial else {
      return .fail(.invalidAnswer("206 to a request that asked for the whole"))
    }
    switch asked.validator?.comparison(entityTag: answer.entityTag, lastModified: answer.lastModified) {
    case .other:
      return .askAgainFromStart
    case .unknown where answer.mustHaveValidator(of: asked):
      return .askForWhole
    case nil where asked.offset > 0:
      // Nothing proves that the bytes belong to those that are kept (RFC 9110, 15.3.7.3).
      return .askForWhole
    case .same, .unknown, nil:
      break
    }
    // Any other part cannot be used, even if it contains the requested one. The kept bytes are not lost: they stay on disk
    // until the complete file is there.
    guard let (part, size) = answer.part(of: asked) else { return .askForWhole }
    if asked.keepsBytes, let known = asked.size, known != size ?? known || part.upperBound > known {
      return .askAgainFromStart
    }
    // Without a validator, only the first range gets here, so a range that ends with the representation is complete.
    guard part.upperBound == size || asked.validator != nil || answer.validator != nil else { return .askForWhole }
    return .append(length: part.upperBound - part.lowerBound, size: size ?? (asked.keepsBytes ? asked.size : nil))
  }

  /// A server looks at `If-Range` first, so one that answers 416 says that the bytes have not changed (RFC 9110, 13.2.2).
  private static func onUnsatisfied(_ answer: RangeResponse, to asked: RangeRequest) -> RangeDecision {
    guard asked.isPartial else { return .fail(.status(416)) }
    // Byte 0 is there unless the representation is empty. That one has a head worth having, and a server that
    // wrongly refuses every range must not make an empty file.
    guard asked.offset > 0, let validator = asked.validator else { return .askForWhole }
    guard validator.comparison(entityTag: answer.entityTag, lastModified: answer.lastModified) != .other else {
      return .askAgainFromStart
    }
    // The size should be there, but need not (RFC 9110, 15.5.17). Without it a new start may end here again.
    guard case .unsatisfied(let size)? = answer.contentRange.flatMap({ ContentRange($0) }) else { return .askForWhole }
    return size == asked.offset && size == asked.size ?? size ? .complete : .askAgainFromStart
  }
}

extension RangeResponse {
  /// Whether the response lacks the entity tag that it must have (RFC 9110, 15.3.7). A date may be missing, because the
  /// client that sent it in `If-Range` has it.
  fileprivate func mustHaveValidator(of asked: RangeRequest) -> Bool {
    asked.validator?.isEntityTag == true
  }

  /// The range of the body and the size of the complete representation, if the range is the requested one or its beginning
  /// (RFC 9110, 14.4 and 15.3.7).
  fileprivate func part(of asked: RangeRequest) -> (Range<Int64>, size: Int64?)? {
    guard !isEncoded, !isMultipart, case .part(let part, let size)? = contentRange.flatMap({ ContentRange($0) }),
      part.lowerBound == asked.offset, part.upperBound <= asked.end ?? .max,
      !hasUnreadableLength, length.map({ $0 == part.upperBound - part.lowerBound }) ?? true
    else { return nil }
    return (part, size)
  }
}

extension String? {
  /// The header for a message. It is shortened, and has no control characters, which could be commands to a terminal.
  fileprivate var shown: String {
    String(
      (self ?? "").unicodeScalars.prefix(80).map {
        $0.properties.generalCategory == .control ? "\u{FFFD}" : Character($0)
      })
  }
}
