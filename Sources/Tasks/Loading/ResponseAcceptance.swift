/// The responses that are acceptable. Any other response fails the transfer.
public struct ResponseAcceptance: Sendable, Hashable {
  /// The acceptable status codes. For a download, only 200 and, for a range, 206 have the file.
  public var statusCodes: Set<Int>

  /// The acceptable media types, such as `application/json`, `image/*` or `*/*`.
  ///
  /// Nil accepts every type, and responses without a type. Parameters, such as the character set, are not compared.
  public var contentTypes: [String]?

  /// Every status from 200 to 299, and any type.
  public static let success = ResponseAcceptance()

  /// Accepts responses with one of the status codes and, if types are given, with one of the types.
  public init(statusCodes: some Sequence<Int> = 200..<300, contentTypes: [String]? = nil) {
    self.statusCodes = Set(statusCodes)
    self.contentTypes = contentTypes
  }

  package func accepts(contentType field: String?) -> Bool {
    guard let contentTypes else { return true }
    guard let type = MediaType(field ?? "") else { return false }
    return contentTypes.contains { MediaType($0)?.includes(type) == true }
  }
}

/// The type and subtype of a media type (RFC 9110, 8.3.1), without its parameters.
private struct MediaType {
  let type: String
  let subtype: String

  init?(_ field: String) {
    let essence = field.prefix { $0 != ";" && $0 != "," }
    let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
    guard parts.count == 2, !parts.contains("") else { return nil }
    (type, subtype) = (parts[0], parts[1])
  }

  func includes(_ other: MediaType) -> Bool {
    (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
  }
}
