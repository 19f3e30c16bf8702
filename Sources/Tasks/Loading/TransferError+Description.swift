public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransferError: LocalizedError, CustomStringConvertible {
  /// A message for people: the error, the URL, and what to do.
  public var description: String { "\(problem) \(remedy)" }

  /// The same line as ``description``.
  public var errorDescription: String? { description }

  /// The last part of ``description``: what to do.
  public var recoverySuggestion: String? { remedy }
  private var address: String { url?.absoluteString ?? "an unknown URL" }

  private var problem: String {
    switch reason {
    case .unsupportedURL(let address): "“\(address)” is not an http or https URL with a host."
    case .invalidSetting(let what): "The transfer of \(address) has an invalid setting: \(what)."
    case .connectionFailed: "The connection to \(address) failed\(cause)."
    case .stalled(let limit): "Nothing arrived from \(address) for \(limit)."
    case .timedOut(let limit): "The transfer of \(address) took longer than \(limit)."
    case .unacceptableStatus(let code):
      "The server responded to \(address) with \(code) (\(HTTPURLResponse.localizedString(forStatusCode: code)))."
    case .unacceptableContentType(let type?):
      "The response of \(address) has the type “\(type)”, which is not accepted."
    case .unacceptableContentType(nil): "The response of \(address) does not specify its type."
    case .invalidResponse(let what): "The response of \(address) is not valid: \(what)."
    case .redirectRefused(let what): "A redirect of \(address) was not followed: \(what)."
    case .truncated(let expected): "The connection ended after \(byte ?? 0) of \(expected) bytes of \(address)."
    case .tooLong(let expected): "More bytes of \(address) arrived than the \(expected) that the server announced."
    case .unexpectedSize(let expected, let actual): "\(address) has \(actual) bytes, not the expected \(expected)."
    case .tooLarge(let maximum): "\(address) has more than the allowed \(maximum) bytes."
    case .unexpectedDigest(let expected, let actual): "\(address) has the digest \(actual), not \(expected)."
    case .destinationNotWritable(let file):
      "“\(file.pathOrAddress)”\(forAddress("for the download of")) cannot be written\(cause)."
    case .destinationInUse(let file):
      "“\(file.pathOrAddress)”\(forAddress("for the download of")) is being written by another download."
    case .sourceNotReadable(let file):
      "“\(file.pathOrAddress)”\(forAddress("for the upload to")) cannot be read\(cause)."
    case .undecodable: "The response of \(address) could not be decoded\(cause)."
    case .cancelled: "The transfer of \(address) was cancelled."
    }
  }

  private var remedy: String {
    switch reason {
    case .unsupportedURL: "Use an http or https URL."
    case .invalidSetting: "Change the setting."
    case .connectionFailed where (underlying as? URLError)?.code == .badURL: "Check the URL."
    case .connectionFailed where isWorthRetrying: "Check the network and the URL, then try again."
    case .connectionFailed:
      "Check the credentials, the certificates and that the session is valid. A retry without a change will fail, too."
    case .stalled: "Try again, or raise the idle timeout."
    case .timedOut: "Raise the total timeout."
    case .unacceptableStatus(let code): remedy(for: code)
    case .unacceptableContentType: "Check the URL, or accept the type."
    case .invalidResponse: "Try again later; if that fails, too, the server is at fault."
    case .redirectRefused: "Ask for the target of the redirect, or change the redirect policy."
    case .truncated: "Try again. A download that can be resumed continues there."
    case .tooLong: "This is an error of the server. Ask its operator."
    case .unexpectedSize: "Check the URL and the expected size."
    case .tooLarge: "Raise the limit if this is the wanted file."
    case .unexpectedDigest: "Check the URL and the expected digest. Do not use these bytes."
    case .destinationNotWritable: "Check that its folder exists, may be written to and has room."
    case .destinationInUse: "Wait for the other download, or choose another file."
    case .sourceNotReadable: "Check that it exists and may be read."
    case .undecodable: "Compare the response with the type that it is decoded to."
    case .cancelled: "Start it again if it is still wanted."
    }
  }

  private func remedy(for status: Int) -> String {
    switch status {
    case 200..<300: "Check the request: it has another response than expected."
    case 401, 403, 407: "Check the credentials."
    case 404, 410: "Check the URL."
    case _ where retryAfter != nil: "Try again after \(retryAfter ?? .zero)."
    case _ where isWorthRetrying: "Try again later."
    default: "Check the request, or accept this status."
    }
  }

  private func forAddress(_ words: String) -> String { url.map { " \(words) \($0.absoluteString)" } ?? "" }

  private var cause: String {
    let text =
      switch underlying {
      case nil: ""
      case let error as POSIXError: ": \(error.reason)"
      case let error as FileError: ": \(error.reason.text)"
      case let error as DecodingError: ": \(error)"
      case let error?: ": \(error.localizedDescription)"
      }
    let sentence = text.withAddressesCut
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}
