public import Foundation
public import TidingsCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Transport {
  /// Returns a task that downloads to a file.
  ///
  /// ```swift
  /// let task = URLSession.shared.publishedTask(downloading: url, to: file)
  /// let token = task.subscribe(
  ///   progress: { bar.fraction = $0.fractionCompleted },
  ///   success: { print("\($0.byteCount) bytes") },
  ///   failure: { print($0) })
  /// ```
  ///
  /// The body is written to a hidden file beside the destination. When it is complete, and has the expected size and digest,
  /// it is moved to the destination and replaces any file there. If the download fails or is cancelled before that, the
  /// destination is not changed.
  ///
  /// With ``TransferRequest/isResumable``, the hidden file stays, with a second one that describes it. The next resumable
  /// download to the same destination, with the same URL or ``TransferRequest/resourceName``, resumes from it, also in another
  /// process. The server must prove with a strong validator that the file has not changed (RFC 9110, 13.1.5 and 14). Otherwise
  /// the download starts over. Any other download to that destination removes both files when it starts.
  ///
  /// If more than 8 MiB wait to be written, the connection waits. If then nothing can be written for
  /// ``TransferRequest/idleTimeout``, the download fails. `URLSession` on Linux requests 8 MiB at a time from a server that
  /// supports ranges.
  ///
  /// Progress is reported after the response, then at most twenty times a second, and at the last byte. The number of bytes never
  /// decreases. Only the fraction does, if a download starts over with a larger file. With a smaller one, the next report comes
  /// when it is complete, with the larger number; ``DownloadedFile/byteCount`` is the size.
  ///
  /// - Parameters:
  ///   - request: A `URL`, a `URLRequest` or a ``TransferRequest``, of `http` or `https`.
  ///   - file: The destination. Its folder must exist already. Only one download at a time can write to a file.
  public func publishedTask(
    downloading request: some TransferRequestConvertible, to file: URL
  ) -> TransferTask<DownloadedFile> {
    transferTask(for: request.transferRequest) { (runner, reports) async throws(TransferError) in
      try await Download(destination: file, runner: runner, reports: reports).run()
    }
  }
}

/// A complete file, moved to its destination by a download.
public struct DownloadedFile: Sendable {
  /// The URL of the file.
  public var url: URL

  /// The number of bytes in it.
  public var byteCount: Int64

  /// The response with its headers. After redirects, that of the last server.
  ///
  /// If the file was requested in ranges, as by `URLSession` on Linux, it is that of the last range, with status 206 and the
  /// length of this range. Its status is 416 if the server only confirmed that all bytes were on disk already.
  public var response: URLResponse

  /// The file name that the server proposes, or otherwise the last component of the URL, or `download`.
  ///
  /// It is sanitised, so that it is a valid name in any folder, except for the reserved names of Windows.
  public var suggestedName: String {
    let field = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Disposition")
    return SafeFileName(contentDisposition: field, url: response.url).text
  }

  /// Creates the result of a download, for a stub.
  public init(url: URL, byteCount: Int64, response: URLResponse) {
    self.url = url
    self.byteCount = byteCount
    self.response = response
  }
}
