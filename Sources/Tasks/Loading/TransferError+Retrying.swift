import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
