import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransferRequest {
  /// Checks the URL and the bounds of each setting.
  func checkSettings() throws(TransferError) {
    let url = urlRequest.url
    let scheme = url?.scheme?.lowercased() ?? ""
    let hasHost = url?.host()?.isEmpty == false
    guard ["http", "https"].contains(scheme) && hasHost || scheme == "file" && allowsFileURLs else {
      throw TransferError(.unsupportedURL(url?.originAndPath.absoluteString ?? ""))
    }
    func check<Value: Comparable>(_ name: String, _ value: Value?, min: Value) throws(TransferError) {
      guard let value, value < min else { return }
      throw TransferError(.invalidSetting("\(name) is \(value), and must be at least \(min)"))
    }
    func check(_ name: String, _ value: Duration?) throws(TransferError) {
      guard let value, value <= .zero else { return }
      throw TransferError(.invalidSetting("\(name) is \(value), and must be more than 0 seconds"))
    }
    try check("retryPolicy.attempts", retryPolicy.attempts, min: 1)
    try check("redirectPolicy.maximumCount", redirectPolicy.maximumCount, min: 0)
    try check("idleTimeout", idleTimeout)
    try check("totalTimeout", totalTimeout)
    try check("maximumByteCount", maximumByteCount, min: 0)
    try check("expectedByteCount", expectedByteCount, min: 0)
  }

  /// Checks whether a response is acceptable.
  func check(_ response: HTTPURLResponse) throws(TransferError) {
    guard acceptableResponses.statusCodes.contains(response.statusCode) else { throw response.statusError }
    try checkType(of: response)
  }

  func checkType(of response: HTTPURLResponse) throws(TransferError) {
    let type = response.value(forHTTPHeaderField: "Content-Type")
    guard acceptableResponses.accepts(contentType: type) else { throw TransferError(.unacceptableContentType(type)) }
  }

  /// Checks the size of a complete body, if it is known.
  func checkSize(_ byteCount: Int64?) throws(TransferError) {
    guard let byteCount else { return }
    try checkBeginning(byteCount)
    if let expected = expectedByteCount, byteCount < expected {
      throw TransferError(.unexpectedSize(expectedBytes: expected, actualBytes: byteCount))
    }
  }

  /// Checks the size of the received part of a body without an announced size.
  func checkBeginning(_ byteCount: Int64) throws(TransferError) {
    if let maximum = maximumByteCount, byteCount > maximum { throw TransferError(.tooLarge(maximumBytes: maximum)) }
    if let expected = expectedByteCount, byteCount > expected {
      throw TransferError(.unexpectedSize(expectedBytes: expected, actualBytes: byteCount))
    }
  }
}

extension HTTPURLResponse {
  /// The error of a status that is not acceptable.
  var statusError: TransferError {
    let wait = value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter($0, now: .now)?.delay }
    return TransferError(.unacceptableStatus(statusCode), retryAfter: wait)
  }
}
