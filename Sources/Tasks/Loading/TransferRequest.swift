public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request and the settings of its transfer.
///
/// An invalid setting fails the transfer with ``TransferError/Reason/invalidSetting(_:)``.
///
///     var request = TransferRequest(URLRequest(url: address))
///     request.expectedDigest = digest
///     request.retryPolicy = RetryPolicy(attempts: 8)
///     request.isResumable = true
///     let download = URLSession.shared.publishedTask(downloading: request, to: file)
public struct TransferRequest: Sendable {
  /// The URL, method, headers and, unless this is an upload, the body.
  ///
  /// A `GET` or `HEAD` request has no body. The method of a download is not `HEAD`. A body that is a stream can be sent once, so
  /// the request is neither retried, nor redirected with its body, nor sent again after a challenge, and a ``Downloader`` does
  /// not accept it. Its time-out is not used; see ``idleTimeout``. A download sets `Range`, `If-Range` and `Accept-Encoding`.
  public var urlRequest: URLRequest

  /// The responses that do not fail the transfer. By default, those with a status from 200 to 299.
  public var acceptableResponses = ResponseAcceptance.success

  /// The size that the body must have, in bytes.
  public var expectedByteCount: Int64?

  /// The digest that the body must have. It is computed while the body arrives.
  public var expectedDigest: ExpectedDigest?

  /// How often, when and after which errors the transfer is retried. By default, it is not.
  public var retryPolicy = RetryPolicy.never

  /// The longest time without a byte of a response received or, for an upload, sent. The default is 60 seconds.
  ///
  /// It also covers connecting, and waiting for a connection or for connectivity: a `URLSession` opens at most
  /// `httpMaximumConnectionsPerHost` connections to a host, by default 6, and 4 on iOS. Time in which the process is suspended,
  /// or its machine asleep, does not count. A stall is reported up to a tenth later. On Apple platforms, a shorter
  /// `timeoutIntervalForRequest` of the session may end the request earlier.
  public var idleTimeout = Duration.seconds(60)

  /// The longest time for the transfer, with redirects, retries and the pauses between them. By default there is none.
  public var totalTimeout: Duration?

  /// Whether a download resumes an earlier one to the same file, and keeps its bytes for a later one.
  ///
  /// By default, it does not. The downloads of a ``Downloader`` always do. Bytes of another method than `GET`, without a strong
  /// validator, or of a server without ranges, cannot be resumed, so they are removed.
  public var isResumable = false

  /// A name for the resource of a download whose URL changes, such as a signed URL that expires.
  ///
  /// Downloads with the same name to the same file resume each other, if the server confirms the validator. In a
  /// ``Downloader``, they are one download. Choose a name that no other resource has, such as its path on the server. By
  /// default, a download resumes only with the same URL, including its query.
  public var resourceName: String?

  /// The priority among other transfers.
  public var priority = TransferPriority.normal

  /// The redirects that are followed.
  public var redirectPolicy = RedirectPolicy.standard

  /// The maximum number of bytes of the body, after decompression. By default there is no limit.
  public var maximumByteCount: Int64?

  /// The number of bytes of each range that a download requests, or nil for the default of the transport.
  package var rangeByteCount: Int64?

  /// The largest number of bytes between two synchronizations of a download that resumes.
  package var synchronizedByteCount: Int64 = 16 << 20
  package var diskCalls = DiskCalls()
  package var idleClock: any Clock<Duration> = ContinuousClock()

  /// Creates a transfer of a request, with the default settings.
  public init(_ urlRequest: URLRequest) { self.urlRequest = urlRequest }

  /// Creates a transfer of the resource at a URL, with the default settings.
  public init(_ url: URL) { self.init(URLRequest(url: url)) }
}

/// A type that can be the request of a transfer: `URL`, `URLRequest`, or ``TransferRequest``, which has settings.
public protocol TransferRequestConvertible {
  /// The request with its settings.
  var transferRequest: TransferRequest { get }
}

extension TransferRequest: TransferRequestConvertible {
  public var transferRequest: TransferRequest { self }
}

extension URLRequest: TransferRequestConvertible {
  /// This request with default settings.
  public var transferRequest: TransferRequest { TransferRequest(self) }

  /// Whether it can be sent a second time. A body that is a stream can be read only once.
  var isRepeatable: Bool { httpBodyStream == nil }
}

extension URL: TransferRequestConvertible {
  /// A GET request of this URL with default settings.
  public var transferRequest: TransferRequest { TransferRequest(self) }
}

@available(*, unavailable, message: "A transfer takes a URL, not a String: write 'URL(string: …)' and handle nil")
extension String: TransferRequestConvertible {
  public var transferRequest: TransferRequest { fatalError("There is no transfer of a String") }
}

/// The priority of a transfer among others.
public enum TransferPriority: Sendable, Hashable, Comparable, CaseIterable {
  /// After all others, such as a download in advance.
  case low
  /// The default.
  case normal
  /// Before all others, such as what the user is waiting for.
  case high

  var taskPriority: TaskPriority {
    switch self {
    case .low: .low
    case .normal: .medium
    case .high: .high
    }
  }
}

extension TransferRequest {
  func checkSettings() throws(TransferError) {
    let url = urlRequest.url
    guard ["http", "https"].contains(url?.scheme?.lowercased()), url?.host()?.isEmpty == false else {
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
    if urlRequest.httpBody?.isEmpty == false || urlRequest.httpBodyStream != nil { try checkMethodHasBody() }
  }

  func checkMethodHasBody() throws(TransferError) {
    try checkMethod(isNot: ["GET", "HEAD"], "one with a body, such as POST")
  }

  func checkMethod(isNot methods: [String], _ valid: String) throws(TransferError) {
    guard let method = urlRequest.httpMethod, methods.contains(method.uppercased()) else { return }
    throw TransferError(.invalidSetting("urlRequest.httpMethod is \(method), and must be \(valid)"))
  }

  func check(_ response: HTTPURLResponse) throws(TransferError) {
    guard acceptableResponses.statusCodes.contains(response.statusCode) else { throw response.statusError }
    try checkType(of: response)
  }

  func checkType(of response: HTTPURLResponse) throws(TransferError) {
    let type = response.value(forHTTPHeaderField: "Content-Type")
    guard acceptableResponses.accepts(contentType: type) else { throw TransferError(.unacceptableContentType(type)) }
  }

  /// Checks the size of a body, or of its received part, if it is known.
  func checkSize(_ byteCount: Int64?, isComplete: Bool = true) throws(TransferError) {
    guard let byteCount else { return }
    if let maximum = maximumByteCount, byteCount > maximum { throw TransferError(.tooLarge(maximumBytes: maximum)) }
    if let expected = expectedByteCount, isComplete ? byteCount != expected : byteCount > expected {
      throw TransferError(.unexpectedSize(expectedBytes: expected, actualBytes: byteCount))
    }
  }
}

extension HTTPURLResponse {
  var statusError: TransferError {
    let wait = value(forHTTPHeaderField: "Retry-After").flatMap { RetryAfter($0, now: .now)?.delay }
    return TransferError(.unacceptableStatus(statusCode), retryAfter: wait)
  }
}
