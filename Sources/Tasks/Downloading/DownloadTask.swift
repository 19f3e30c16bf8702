public import Foundation
public import TidingsCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Transport {
  /// A task that downloads to a file.
  ///
  /// ```swift
  /// let task = URLSession.shared.publishedTask(downloading: url, to: file)
  /// let token = task.subscribe(
  ///   progress: { bar.fraction = $0.fractionCompleted },
  ///   success: { print("\($0.byteCount) bytes") },
  ///   failure: { print($0) })
  /// ```
  ///
  /// The body is written, as it arrives, to a hidden file beside the destination, which takes its place only when it is
  /// whole, and has the size and the digest that the request expects; whatever stood there is replaced. When the
  /// download fails or is cancelled, the destination is left as it was. With ``TransferRequest/isResumable`` the hidden file
  /// stays, with what is known of it in a second one, and the next download to the same destination goes on where this
  /// one has stopped, also in another process, if it is of the same address or has the same
  /// ``TransferRequest/resourceName``; otherwise both are removed.
  ///
  /// Bytes of two answers are joined only if the server proves by a strong validator (an `ETag`, or an old enough
  /// `Last-Modified`) that they are of the same file (RFC 9110, 13.1.5 and 14); otherwise the download starts over. The
  /// earlier bytes are kept until the new body is whole, or has a strong validator and as many bytes, or 1 MiB of another
  /// file.
  ///
  /// If more than 8 MiB wait to be written, the connection waits. If then nothing can be written for
  /// ``TransferRequest/idleTimeout``, the download fails. `URLSession` on Linux requests 8 MiB at a time from a server that
  /// supports ranges.
  ///
  /// Progress is reported when the server has answered, at most twenty times a second from then on, and at the last
  /// byte. It never goes back: a download that has to start over stands still until it has come as far again, or to its
  /// end, where the file is smaller by then: ``DownloadedFile/byteCount`` is the size. The task fails with a
  /// ``TransferError``.
  ///
  /// - Parameters:
  ///   - request: A `URL`, a `URLRequest` or a ``TransferRequest``, of `http` or `https`.
  ///   - file: Where the file is put. Its folder must exist. Two downloads to the same file exclude each other.
  public func publishedTask(
    downloading request: some TransferRequestConvertible, to file: URL
  ) -> TransferTask<DownloadedFile> {
    transferTask(for: request.transferRequest) { (runner, reports) async throws(TransferError) in
      try await Download(to: file, by: runner, reports: reports).run()
    }
  }
}

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
