import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Identifies a download of a ``Downloader``. Requests with equal keys share one download.
struct DownloadKey: Sendable, Hashable {
  let destination: FilePath
  private let key: Key

  private enum Key: Sendable, Hashable {
    case given(String)
    case content(Content)
  }

  /// Everything in a request that can change the file, or whether it is accepted.
  private struct Content: Sendable, Hashable {
    let method: String
    let url: URL?
    let fields: [String: String]
    let body: Data?
    /// The content of a stream is unknown before it is read, so each stream is a different body.
    let stream: ObjectIdentifier?
    let cachePolicy: URLRequest.CachePolicy
    let sendsCookies: Bool
    let resourceName: String?
    let acceptableResponses: ResponseAcceptance
    let redirects: RedirectPolicy
    let size: Int64?
    let maximumSize: Int64?
    let digest: [UInt8]?
    let allowsFileURLs: Bool
  }

  init(_ request: TransferRequest, to file: URL, key: String? = nil) {
    destination = FilePath(file)
    self.key =
      key.map { .given($0) }
      ?? .content(
        Content(
          method: request.urlRequest.httpMethod ?? "GET", url: request.urlRequest.url,
          fields: request.urlRequest.allHTTPHeaderFields ?? [:], body: request.urlRequest.httpBody,
          stream: request.urlRequest.httpBodyStream.map { ObjectIdentifier($0) },
          cachePolicy: request.urlRequest.cachePolicy, sendsCookies: request.urlRequest.httpShouldHandleCookies,
          resourceName: request.resourceName, acceptableResponses: request.acceptableResponses,
          redirects: request.redirectPolicy, size: request.expectedByteCount, maximumSize: request.maximumByteCount,
          digest: request.expectedDigest?.bytes, allowsFileURLs: request.allowsFileURLs))
  }

  /// The key of the caller, if there is one.
  var name: String? {
    if case .given(let key) = key { key } else { nil }
  }
}
