public import Foundation
import TidingsCore

/// The failure of a transfer: the reason, the URL, and whether a retry makes sense.
///
/// It can be logged: each URL in its properties, description and dump has only scheme, host, port and path, and it has no
/// headers. The description of a decoding error may quote the body.
public struct TransferError: Error, Sendable {
  /// The reason of the failure.
  public var reason: Reason { didSet { reason = reason.withoutSecrets } }

  /// The URL of the request: scheme, host, port and path.
  public var url: URL? { didSet { url = url?.originAndPath } }

  /// The number of bytes of the body that were received: the position of the first missing or wrong byte.
  public var byte: Int64?

  /// The time to wait before the next request, requested by the server (`Retry-After`).
  public var retryAfter: Duration?

  /// The error of the system, the transport or the decoder, if there is one.
  ///
  /// URLs in it are shortened as in ``url``, also in the `userInfo` of an error of Foundation and in its underlying errors.
  /// Values of other types than strings, numbers, dates, URLs, errors and collections of these are removed there. An error of
  /// another type that has a longer URL, a request or a response is replaced by an `NSError` whose domain is the type's name.
  public var underlying: (any Error)? { didSet { underlying = underlying?.withoutSecrets } }

  /// The reasons for which a transfer can fail.
  public enum Reason: Sendable, Hashable {
    /// The URL is not supported. Only `http` and `https` with a host are.
    case unsupportedURL(String)
    /// A setting of the request or the downloader is invalid. The text has its name, its value and the valid values.
    case invalidSetting(String)
    /// The server could not be reached, or the connection to it failed.
    case connectionFailed
    /// Nothing was received within the idle timeout.
    case stalled(Duration)
    /// The transfer took longer than the total timeout.
    case timedOut(Duration)
    /// The status of the response is not acceptable.
    case unacceptableStatus(Int)
    /// The media type of the response is not acceptable, or missing.
    case unacceptableContentType(String?)
    /// The response contradicts itself or the request.
    case invalidResponse(String)
    /// A redirect was not followed because of the redirect policy.
    case redirectRefused(String)
    /// The body was shorter than the response announced.
    case truncated(expectedBytes: Int64)
    /// The body was longer than the response announced.
    case tooLong(expectedBytes: Int64)
    /// The size of the body is not the expected one.
    case unexpectedSize(expectedBytes: Int64, actualBytes: Int64)
    /// The body is larger than the request allows.
    case tooLarge(maximumBytes: Int64)
    /// The digest of the body is not the expected one. Digests are in hexadecimal.
    case unexpectedDigest(expected: String, actual: String)
    /// The file could not be created, written or moved into place.
    case destinationNotWritable(URL)
    /// Another download is writing the same file.
    ///
    /// Downloads of other programs are only noticed on macOS and Linux, and not on file systems without locks, such as some
    /// network shares.
    case destinationInUse(URL)
    /// The file to upload could not be read.
    case sourceNotReadable(URL)
    /// The body could not be decoded.
    case undecodable
    /// The transfer was cancelled, for example with ``Downloader/cancel(_:discarding:)``.
    case cancelled
  }

  /// Creates an error, for a transport or a stub. Secrets in the URL and the underlying error are removed.
  public init(
    _ reason: Reason, url: URL? = nil, byte: Int64? = nil, retryAfter: Duration? = nil,
    underlying: (any Error)? = nil
  ) {
    self.reason = reason.withoutSecrets
    self.url = url?.originAndPath
    self.byte = byte
    self.retryAfter = retryAfter
    self.underlying = underlying?.withoutSecrets
  }
}

extension TransferError.Reason {
  /// The same reason with shortened URLs, and without control characters in texts of the server.
  fileprivate var withoutSecrets: Self {
    switch self {
    case .unsupportedURL(let address): .unsupportedURL(address.withAddressesCut)
    case .invalidSetting(let text): .invalidSetting(text.withAddressesCut)
    case .unacceptableContentType(let type): .unacceptableContentType(type?.withAddressesCut.shown())
    case .invalidResponse(let text): .invalidResponse(text.withAddressesCut.shown())
    case .redirectRefused(let text): .redirectRefused(text.withAddressesCut.shown())
    case .destinationNotWritable(let file): .destinationNotWritable(file.originAndPath)
    case .destinationInUse(let file): .destinationInUse(file.originAndPath)
    case .sourceNotReadable(let file): .sourceNotReadable(file.originAndPath)
    default: self
    }
  }
}

extension TransferError: FailureWithCancellation {
  package static var cancellation: Self { Self(.cancelled) }
}

extension TransferError {
  /// Whether the same request may succeed later. For example, the connection failed, or the server is busy.
  public var isWorthRetrying: Bool {
    switch reason {
    case .connectionFailed, .truncated:
      !isOfCertificate && (underlying as? URLError).map { !Self.permanent.contains($0.code) } ?? true
    case .unacceptableStatus(let code):
      // Request Timeout, Too Early (RFC 8470), Too Many Requests (RFC 6585), and those of gateways and overload.
      [408, 425, 429, 500, 502, 503, 504].contains(code)
    case .stalled, .invalidResponse: true
    default: false
    }
  }

  /// Whether Foundation on Linux has rejected a certificate. It has no code for that, only the text of curl.
  private var isOfCertificate: Bool {
    (underlying as? URLError)?.code == .unknown && underlying?.localizedDescription.contains("certificate") == true
  }

  init(transport error: any Error) {
    self = error as? TransferError ?? TransferError(.connectionFailed, underlying: error)
  }

  func at(_ url: URL?, byte: Int64? = nil) -> TransferError {
    var error = self
    error.url = error.url ?? url
    error.byte = error.byte ?? byte
    return error
  }

  /// Not `unsupportedURL`: Foundation on Linux reports it for a response that is not HTTP, and the URL was checked.
  private static let permanent: Set<URLError.Code> = [
    .badURL, .cancelled, .userAuthenticationRequired, .userCancelledAuthentication,
    .appTransportSecurityRequiresSecureConnection,
    .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
    .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
  ]
}
