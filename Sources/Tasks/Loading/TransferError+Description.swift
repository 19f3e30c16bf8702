public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransferError: LocalizedError, CustomStringConvertible {
  /// What went wrong, in one line that can be shown to a person.
  public var description: String {
    switch reason {
    case .unsupportedURL(let address): "“\(address)” is not an http or https address"
    case .connectionFailed: "The connection failed\(cause)"
    case .stalled(let limit): "Nothing arrived for \(limit)"
    case .timedOut(let limit): "The transfer took longer than \(limit)"
    case .unacceptableStatus(let code):
      "The server answered \(code) (\(HTTPURLResponse.localizedString(forStatusCode: code)))"
    case .unacceptableContentType(let type?): "The server answered with the type “\(type)”"
    case .unacceptableContentType(nil): "The server did not say of what type its answer is"
    case .invalidAnswer(let what): "The server's answer is not valid: \(what)"
    case .redirectRefused(let what): "A redirect was not followed: \(what)"
    case .truncated(let expected): "The connection ended after \(byte ?? 0) of \(expected) bytes"
    case .tooLong(let expected): "More came than the \(expected) bytes that were announced"
    case .unexpectedSize(let expected, let actual): "The server has \(actual) bytes, not the expected \(expected)"
    case .tooLarge(let maximum): "More than \(maximum) bytes are not taken"
    case .unexpectedDigest(let expected, let actual): "The file has the digest \(actual), not \(expected)"
    case .changedOnServer: "The file on the server changed while it was transferred"
    case .destinationNotWritable(let file): "“\(file.path)” cannot be written\(cause)"
    case .destinationInUse(let file): "“\(file.path)” is being written by another download"
    case .sourceNotReadable(let file): "“\(file.path)” cannot be read\(cause)"
    case .undecodable: "The answer could not be decoded\(cause)"
    case .cancelled: "The transfer was cancelled"
    }
  }

  /// The same line as ``description``.
  public var errorDescription: String? { description }

  private var cause: String {
    switch underlying {
    case nil: ""
    case let error as POSIXError: ": \(error.reason)"
    case let error as DecodingError: ": \(error)"
    case let error?: ": \(error.localizedDescription)"
    }
  }
}

extension POSIXError {
  /// As in “No space left on device”, without the sentence that a localized description puts before it.
  fileprivate var reason: String {
    let error = self as NSError
    return error.localizedFailureReason ?? error.localizedDescription
  }

  /// The error that the last failed system call on this thread has left.
  package static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
