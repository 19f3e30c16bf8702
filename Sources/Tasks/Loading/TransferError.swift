public import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What went wrong in a transfer, where, and whether trying again makes sense.
///
/// Of every address in it there are scheme, host, port and path: neither user and password nor query and fragment are in
/// any property, description or dump, so it can be logged. It never has header fields. What a decoding says may quote the
/// body.
public struct TransferError: Error, Sendable {
  /// What went wrong.
  public var reason: Reason {
    didSet { reason = reason.withoutSecrets }
  }

  /// The address that was asked: scheme, host, port and path.
  public var url: URL? {
    didSet { url = url?.originAndPath }
  }

  /// How many bytes of the body had arrived: the first byte that is missing or wrong.
  public var byte: Int64?

  /// How long the server asks to wait before it is asked again.
  public var retryAfter: Duration?

  /// The error of the system, the transport or the decoding, if there is one.
  ///
  /// Addresses in it are cut as ``url`` is, also in the `userInfo` of an error of Foundation and in the errors below it;
  /// values there that are neither texts, numbers, addresses nor errors are left out. An error of another type is kept,
  /// unless it shows more of an address, or has a request or a response: then an `NSError` takes its place, with the name
  /// of the type as its domain.
  public var underlying: (any Error)? {
    didSet { underlying = underlying?.withoutSecrets }
  }

  /// What can go wrong in a transfer.
  public enum Reason: Sendable, Hashable {
    /// The address is not one that can be transferred from: only `http` and `https` with a host are, and `file` where it
    /// is asked for.
    case unsupportedURL(String)

    /// A setting of the request or the downloader is out of its bounds: the text has its name, its value and the bounds.
    case invalidSetting(String)

    /// The server could not be reached, or the connection to it failed.
    case connectionFailed

    /// Nothing arrived for too long.
    case stalled(Duration)

    /// Everything together took too long.
    case timedOut(Duration)

    /// The server answered, but with a status that is not accepted.
    case unacceptableStatus(Int)

    /// The answer has a type that is not accepted, or none.
    case unacceptableContentType(String?)

    /// The answer contradicts itself, or what was asked for.
    case invalidAnswer(String)

    /// The server leads to where this request does not go.
    case redirectRefused(String)

    /// The body was shorter than announced.
    case truncated(expectedBytes: Int64)

    /// The body was longer than announced.
    case tooLong(expectedBytes: Int64)

    /// The server has a body of another size than the expected one.
    case unexpectedSize(expectedBytes: Int64, actualBytes: Int64)

    /// The body has more bytes than the request allows.
    case tooLarge(maximumBytes: Int64)

    /// The body has another digest than the expected one. Digests are in hexadecimal.
    case unexpectedDigest(expected: String, actual: String)

    /// The file on the server changed again and again.
    case changedOnServer

    /// The file could not be created, written or moved into place.
    case destinationNotWritable(URL)

    /// Another download writes the same file.
    case destinationInUse(URL)

    /// The file to upload could not be read.
    case sourceNotReadable(URL)

    /// The body is not what it should be decoded to.
    case undecodable

    /// It was cancelled, as by ``Downloader/cancel(_:discarding:)``. Who leaves a task is not told.
    case cancelled
  }

  /// Creates an error, which a transport or a stub of a transfer may want.
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

extension TransferError: FailureWithCancellation {
  package static var cancellation: Self { .cancelled }
}

extension TransferError.Reason {
  /// The same reason with each address cut down to scheme, host, port and path.
  fileprivate var withoutSecrets: Self {
    switch self {
    case .unsupportedURL(let address): .unsupportedURL(address.withAddressesCut)
    case .unacceptableContentType(let type): .unacceptableContentType(type?.withAddressesCut)
    case .invalidAnswer(let text): .invalidAnswer(text.withAddressesCut)
    case .redirectRefused(let text): .redirectRefused(text.withAddressesCut)
    case .destinationNotWritable(let file): .destinationNotWritable(file.originAndPath)
    case .destinationInUse(let file): .destinationInUse(file.originAndPath)
    case .sourceNotReadable(let file): .sourceNotReadable(file.originAndPath)
    case .invalidSetting, .connectionFailed, .stalled, .timedOut, .unacceptableStatus, .truncated, .tooLong,
      .unexpectedSize, .tooLarge,
      .unexpectedDigest, .changedOnServer, .undecodable, .cancelled:
      self
    }
  }
}

extension TransferError {
  /// Whether the same request may succeed later: the connection failed or was too slow, the server is too busy, or what
  /// came was not whole.
  public var isWorthRetrying: Bool {
    switch reason {
    case .connectionFailed:
      (underlying as? URLError).map { !Self.permanent.contains($0.code) } ?? true
    case .unacceptableStatus(let code):
      // Request Timeout, Too Early (RFC 8470), Too Many Requests (RFC 6585), and those of gateways and overload.
      [408, 425, 429, 500, 502, 503, 504].contains(code)
    case .stalled, .invalidAnswer, .truncated, .changedOnServer:
      true
    case .unsupportedURL, .invalidSetting, .timedOut, .unacceptableContentType, .redirectRefused, .tooLong,
      .unexpectedSize, .tooLarge,
      .unexpectedDigest, .destinationNotWritable, .destinationInUse, .sourceNotReadable, .undecodable,
      .cancelled:
      false
    }
  }

  /// What stays as it is however often one asks. Not `unsupportedURL`: addresses have been checked, and Foundation on
  /// Linux says so of an answer that is no HTTP.
  private static let permanent: Set<URLError.Code> = [
    .badURL, .userAuthenticationRequired, .userCancelledAuthentication,
    .appTransportSecurityRequiresSecureConnection,
    .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
    .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
  ]
}
