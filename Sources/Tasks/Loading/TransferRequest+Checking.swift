import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransferRequest {
  /// Whether there is a server, or a file, to ask.
  func checkAddress() throws(TransferError) {
    let url = urlRequest.url
    let scheme = url?.scheme?.lowercased() ?? ""
    let hasHost = url?.host()?.isEmpty == false
    guard ["http", "https"].contains(scheme) && hasHost || scheme == "file" && allowsFileURLs else {
      throw TransferError(.unsupportedURL(url?.originAndPath.absoluteString ?? ""))
    }
  }

  /// Whether each setting is within its bounds.
  func checkSettings() throws(TransferError) {
    func check(_ isValid: Bool, _ name: String, _ value: some Any, _ bounds: String) throws(TransferError) {
      guard isValid else { throw TransferError(.invalidSetting("\(name) is \(value), and must be \(bounds)")) }
    }
    try check(retryPolicy.attempts >= 1, "retryPolicy.attempts", retryPolicy.attempts, "at least 1")
    try check(
      redirectPolicy.maximumCount >= 0, "redirectPolicy.maximumCount", redirectPolicy.maximumCount, "at least 0")
    try check(idleTimeout > .zero, "idleTimeout", idleTimeout, "more than 0 seconds")
    if let totalTimeout { try check(totalTimeout > .zero, "totalTimeout", totalTimeout, "more than 0 seconds") }
    if let maximumByteCount { try check(maximumByteCount >= 0, "maximumByteCount", maximumByteCount, "at least 0") }
    if let expectedByteCount { try check(expectedByteCount >= 0, "expectedByteCount", expectedByteCount, "at least 0") }
  }

  /// Whether the answer is a wanted one.
  func check(_ response: HTTPURLResponse) throws(TransferError) {
    guard acceptableResponses.statusCodes.contains(response.statusCode) else {
      throw response.refusal(response.statusCode)
    }
    try checkType(of: response)
  }

  func checkType(of response: HTTPURLResponse) throws(TransferError) {
    let type = response.value(forHTTPHeaderField: "Content-Type")
    guard acceptableResponses.accepts(contentType: type) else { throw TransferError(.unacceptableContentType(type)) }
  }

  /// Whether a body of a size is wanted.
  func checkSize(_ byteCount: Int64?) throws(TransferError) {
    guard let byteCount else { return }
    try checkBeginning(byteCount)
    if let expected = expectedByteCount, byteCount < expected {
      throw TransferError(.unexpectedSize(expectedBytes: expected, actualBytes: byteCount))
    }
  }

  /// Whether a body is wanted of which so much has come, and more may: one without an end has no other limit.
  func checkBeginning(_ byteCount: Int64) throws(TransferError) {
    if let maximum = maximumByteCount, byteCount > maximum { throw TransferError(.tooLarge(maximumBytes: maximum)) }
    if let expected = expectedByteCount, byteCount > expected {
      throw TransferError(.unexpectedSize(expectedBytes: expected, actualBytes: byteCount))
    }
  }
}

extension HTTPURLResponse {
  func refusal(_ code: Int) -> TransferError {
    let wait = value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter($0, now: .now)?.delay }
    return TransferError(.unacceptableStatus(code), retryAfter: wait)
  }
}

extension TransferError {
  /// The same error with the place where it happened.
  func at(_ url: URL?, byte: Int64? = nil) -> TransferError {
    var error = self
    error.url = error.url ?? url
    error.byte = error.byte ?? byte
    return error
  }

  /// Whether the resource is not what was wanted, so that nobody should go on with a part of it.
  var isOfContent: Bool {
    switch reason {
    case .unexpectedDigest, .unexpectedSize, .tooLarge: true
    default: false
    }
  }
}
