/// What the head of an answer says of the bytes that follow it.
package struct RangeAnswer: Sendable, Hashable {
  package var status: Int
  package var contentRange: String?
  package var contentLength: String?
  package var contentType: String?
  package var contentEncoding: String?
  package var entityTag: String?
  package var lastModified: String?
  package var date: String?
  package var acceptRanges: String?

  /// Takes what matters out of the fields of an answer; `field` finds the value of a name.
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

  /// What proves that later answers are of the same bytes, to be kept with those of this one.
  ///
  /// The bytes of a 203 are not those that the server's validator stands for (RFC 9110, 15.3.4). Those of an encoded
  /// answer arrive decoded, so no range of it fits them.
  package var validator: StrongValidator? {
    guard status != 203, !isEncoded else { return nil }
    return StrongValidator(entityTag: entityTag, lastModified: lastModified, date: date)
  }

  /// Whether a later request for a part of the same representation has a chance: this is a part, or the server says that
  /// it has ranges (RFC 9110, 14.3). A server that answers with the whole where a part was asked for, and does not say so,
  /// has none.
  package var hasRanges: Bool {
    if status == 206 { return true }
    let units = acceptRanges?.lowercased().split(separator: ",").map { String($0).trimmingFieldSpace } ?? []
    return status == 200 && units.contains("bytes")
  }

  /// Whether the body has to be decoded, so that neither its length nor its positions are those of the result.
  var isEncoded: Bool {
    let encoding = contentEncoding?.lowercased().trimmingFieldSpace ?? ""
    return encoding != "" && encoding != "identity"
  }

  /// Whether the body has several parts with ranges of their own (RFC 9110, 14.6).
  var isMultipart: Bool {
    contentType?.lowercased().trimmingFieldSpace.hasPrefix("multipart/byteranges") == true
  }

  /// The length of the body; `nil` where it is not told, or nobody can read it.
  var length: Int64? {
    contentLength.flatMap(Self.length)
  }

  var hasUnreadableLength: Bool { contentLength != nil && length == nil }

  /// Reads a length. A list that says the same several times is what some proxies make of it (RFC 9110, 8.6).
  private static func length(_ field: String) -> Int64? {
    let lengths = field.split(separator: ",", omittingEmptySubsequences: false).map { item in
      var reader = FieldReader(String(item))
      let length = reader.takeNumber()
      return reader.isAtEnd ? length : nil
    }
    return Set(lengths).count == 1 ? lengths[0] : nil
  }
}
