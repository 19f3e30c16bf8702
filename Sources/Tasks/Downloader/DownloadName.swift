package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// By what a downloader tells that two ask for the same.
package struct DownloadName: Sendable, Hashable {
  /// The path of the file.
  package let destination: String
  private let key: Key

  private enum Key: Sendable, Hashable {
    case given(String)
    case content(Content)
  }

  /// Everything of a request that decides what the file may be: who asks for a digest must not be given a file that was
  /// downloaded for somebody who does not care.
  private struct Content: Sendable, Hashable {
    let method: String
    let url: URL?
    let fields: [String: String]
    let body: Data?
    /// A stream has no content to compare before it has been read: each is another body.
    let stream: ObjectIdentifier?
    let cachePolicy: URLRequest.CachePolicy
    let sendsCookies: Bool
    let resourceName: String?
    let accepts: ResponseAcceptance
    let redirects: RedirectPolicy
    let size: Int64?
    let maximumSize: Int64?
    let digest: [UInt8]?
    let allowsFileURLs: Bool
  }

  package init(_ request: TransferRequest, to file: URL, key: String? = nil) {
    destination = Self.destination(file)
    self.key =
      key.map { .given($0) }
      ?? .content(
        Content(
          method: request.urlRequest.httpMethod ?? "GET", url: request.urlRequest.url,
          fields: request.urlRequest.allHTTPHeaderFields ?? [:], body: request.urlRequest.httpBody,
          stream: request.urlRequest.httpBodyStream.map { ObjectIdentifier($0) },
          cachePolicy: request.urlRequest.cachePolicy, sendsCookies: request.urlRequest.httpShouldHandleCookies,
          resourceName: request.resourceName, accepts: request.accepts,
          redirects: request.redirectPolicy, size: request.expectedByteCount, maximumSize: request.maximumByteCount,
          digest: request.expectedDigest?.bytes, allowsFileURLs: request.allowsFileURLs))
  }

  package init(key: String, destination: String) {
    self.destination = destination
    self.key = .given(key)
  }

  /// The key, if the caller has given one.
  var givenKey: String? {
    if case .given(let key) = key { key } else { nil }
  }

  /// The path of a file, by which downloads are told from each other.
  package static func destination(_ file: URL) -> String { file.standardizedFileURL.path }
}
