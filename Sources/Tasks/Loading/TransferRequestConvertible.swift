public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

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
