public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A file that a download has put in its place, whole.
public struct DownloadedFile: Sendable {
  /// Where the file is.
  public var url: URL

  /// The number of bytes in it.
  public var byteCount: Int64

  /// The server's answer, with its headers; after redirects that of the last server.
  public var response: URLResponse

  /// The name that the server gives the file, or else the last part of the address, made safe: it is one of a file in a
  /// folder, on any platform, whatever the server sent.
  public var suggestedName: String {
    let field = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition")
    return SafeFileName(contentDisposition: field, url: response.url).text
  }

  /// Creates the result of a download, which a stub of one may want.
  public init(url: URL, byteCount: Int64, response: URLResponse) {
    self.url = url
    self.byteCount = byteCount
    self.response = response
  }
}
