public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What can go wrong in a transfer.
public enum TransferError: Error, Sendable {
  /// The address is not one that can be transferred from: only `http` and `https` with a host are.
  case unsupportedURL(String)

  /// The server could not be reached, or the connection to it failed.
  case connectionFailed(URLError)

  /// The server answered, but not with success (a status from 200 to 299).
  case unacceptableStatus(Int)

  /// The connection ended after fewer bytes than the server had announced.
  case truncated(receivedBytes: Int64, expectedBytes: Int64)

  /// The file could not be created, written or moved into place.
  case destinationNotWritable(URL, POSIXError)
}

extension TransferError: LocalizedError, CustomStringConvertible {
  /// What went wrong, in one line that can be shown to a person.
  public var description: String {
    switch self {
    case .unsupportedURL(let address):
      "“\(address)” is not an http or https address"
    case .connectionFailed(let error):
      "The connection failed: \(error.localizedDescription)"
    case .unacceptableStatus(let code):
      "The server answered \(code) (\(HTTPURLResponse.localizedString(forStatusCode: code)))"
    case .truncated(let receivedBytes, let expectedBytes):
      "The connection ended after \(receivedBytes) of \(expectedBytes) bytes"
    case .destinationNotWritable(let file, let error):
      "“\(file.path)” cannot be written: \(error.reason)"
    }
  }

  /// The same line as ``description``.
  public var errorDescription: String? { description }
}

extension POSIXError {
  /// As in “No space left on device”, without the sentence that a localized description puts before it.
  fileprivate var reason: String {
    let error = self as NSError
    return error.localizedFailureReason ?? error.localizedDescription
  }
}
