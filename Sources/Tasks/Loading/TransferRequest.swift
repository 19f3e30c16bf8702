public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request and everything that a transfer should know about it.
///
/// A setting out of its bounds is no trap: the transfer fails with ``TransferError/Reason/invalidSetting(_:)``.
///
///     var request = TransferRequest(URLRequest(url: address))
///     request.expectedDigest = ExpectedDigest(SHA256.self, hexadecimal: "9f86d081884c7d65…")
///     request.retryPolicy = RetryPolicy(attempts: 8)
///     request.isResumable = true
///     let download = URLSession.shared.publishedTask(downloading: request, to: file)
public struct TransferRequest: Sendable {
  /// What is sent: address, method, header fields and, unless this is an upload, body.
  ///
  /// Its time-out is not used, ``idleTimeout`` takes its place. A download sets `Range`, `If-Range` and `Accept-Encoding`.
  public var urlRequest: URLRequest

  /// Which answers are the wanted ones.
  public var accepts = ResponseAcceptance.success

  /// The size that the body must have, in bytes, if it is known.
  public var expectedByteCount: Int64?

  /// The digest that the body of a download must have, if it is known. It is computed while the body arrives.
  public var expectedDigest: ExpectedDigest?

  /// How often, when and after which errors it is tried again. By default not at all.
  public var retryPolicy = RetryPolicy.never

  /// The idle timeout: the longest time without a byte received or, for an upload, sent. It also covers connecting.
  ///
  /// Time in which the process could not run does not count: it was suspended, or its machine asleep.
  public var idleTimeout = Duration.seconds(60)

  /// The total timeout: the longest time for everything, with redirects, retries and the pauses between them. By default
  /// there is none.
  public var totalTimeout: Duration?

  /// Whether a download resumes where an earlier one to the same file has stopped, and leaves what has arrived for a later
  /// one when it fails or is cancelled. By default it does not; a ``Downloader`` resumes by default.
  ///
  /// Bytes that cannot be resumed are removed: those without a strong validator, and of a server without ranges.
  public var isResumable = false

  /// Names the resource for downloads that go on under another address, as when a signed one has expired.
  ///
  /// Downloads with the same name join their bytes if the server's validators agree, whatever their addresses: choose one
  /// that no other file has, such as its path at the server. By default a download goes on only under the same address,
  /// with the same query.
  public var resourceName: String?

  /// How urgent the transfer is among others.
  public var priority = TransferPriority.normal

  /// Which redirects are followed.
  public var redirectPolicy = RedirectPolicy.standard

  /// How many bytes the body may have, counted as they arrive, after decompression. By default there is no limit.
  public var maximumByteCount: Int64?

  /// Whether the address may be one of a local file (`file:`). A redirect never leads to one.
  public var allowsFileURLs = false

  /// The number of bytes of each range that a download requests; nil for the default of the transport.
  package var rangeByteCount: Int64?

  /// The largest number of bytes between two synchronizations of a download that resumes.
  package var synchronizedByteCount: Int64 = 16 << 20

  /// By what a download changes what is on disk.
  package var diskCalls = DiskCalls()

  /// Counts ``idleTimeout``.
  package var idleClock: any Clock<Duration> = ContinuousClock()

  /// A transfer of what a request asks for, with nothing else said.
  public init(_ urlRequest: URLRequest) {
    self.urlRequest = urlRequest
  }

  /// A transfer of what is at an address, with nothing else said.
  public init(_ url: URL) {
    self.init(URLRequest(url: url))
  }
}

/// What a transfer can be made of: a `URL`, a `URLRequest`, or a ``TransferRequest``, which has settings.
///
///     session.publishedTask(for: url)
///     session.publishedTask(for: URLRequest(url: url), decoding: .string)
public protocol TransferRequestConvertible {
  /// The request with its settings.
  var transferRequest: TransferRequest { get }
}

extension TransferRequest: TransferRequestConvertible {
  /// This request.
  public var transferRequest: TransferRequest { self }
}

extension URLRequest: TransferRequestConvertible {
  /// This request with default settings.
  public var transferRequest: TransferRequest { TransferRequest(self) }
}

extension URL: TransferRequestConvertible {
  /// A GET request of this address with default settings.
  public var transferRequest: TransferRequest { TransferRequest(self) }
}

@available(*, unavailable, message: "A transfer takes a URL, not a String: write 'URL(string: …)' and handle nil")
extension String: TransferRequestConvertible {
  public var transferRequest: TransferRequest { fatalError("There is no transfer of a String") }
}

/// How urgent a transfer is among others.
public enum TransferPriority: Sendable, Hashable, Comparable, CaseIterable {
  /// After all others: what nobody is waiting for yet.
  case low
  /// As most are.
  case normal
  /// Before all others: what somebody is looking at.
  case high
}

extension TransferPriority {
  var taskPriority: TaskPriority {
    switch self {
    case .low: .low
    case .normal: .medium
    case .high: .high
    }
  }
}
