import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension HTTPURLResponse {
  /// What the head says of the bytes that follow it.
  var rangeAnswer: RangeAnswer {
    RangeAnswer(status: statusCode) { value(forHTTPHeaderField: $0) }
  }

  /// The size of the body as it will arrive, in bytes, if it is known: of a compressed one only the compressed size is,
  /// and what arrives has been decompressed.
  func announcedBytes(to request: URLRequest) -> Int64? {
    let hasBody = request.httpMethod?.uppercased() != "HEAD" && ![204, 304].contains(statusCode)
    let answer = rangeAnswer
    return hasBody && !answer.isEncoded ? answer.length : nil
  }
}
