public import Foundation

/// What went wrong in a transfer, where, and whether trying again makes sense.
public struct TransferError: Error, Sendable {
  /// What went wrong.
  public var reason: Reason

  /// The address that was asked, without user, password, fragment and the values of its query.
  public var url: URL?

  /// How many bytes of the body had arrived: the first byte that is missing or wrong.
  public var byte: Int64?

  /// How long the server asks to wait before it is asked again.
  public var retryAfter: Duration?

  /// The error of the system or of the transport, if there is one. Addresses in what Foundation's errors say of
  /// themselves are replaced by such as ``url``.
  public var underlying: (any Error)? {
    didSet { underlying = underlying?.withoutCredentials }
  }

  /// What can go wrong in a transfer.
  public enum Reason: Sendable, Hashable {
    /// The address is not one that can be transferred from: only `http` and `https` with a host are, and `file` where it
    /// is asked for.
    case unsupportedURL(String)

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

    /// It was cancelled, as by ``Downloader/cancel(_:)``. Who leaves a task is not told.
    case cancelled
  }

  /// Creates an error, which a transport or a stub of a transfer may want.
  public init(
    _ reason: Reason, url: URL? = nil, byte: Int64? = nil, retryAfter: Duration? = nil,
    underlying: (any Error)? = nil
  ) {
    self.reason = reason
    self.url = url
    self.byte = byte
    self.retryAfter = retryAfter
    self.underlying = underlying?.withoutCredentials
  }
}
