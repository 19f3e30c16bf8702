import TidingsAdapters
import TidingsTasks

extension FaultServer {
  /// A transfer of a file in small ranges. It retries without a pause, or leaves its bytes for the next one.
  func transfer(_ path: String = "/file", range: Int64? = 4_096, resumes: Bool = false) -> TransferRequest {
    url(path).with {
      $0.rangeByteCount = range
      $0.isResumable = resumes
      $0.retryPolicy = resumes ? .never : RetryPolicy(attempts: 3, backoff: .constant(.zero))
    }
  }

  /// The requested ranges, in order. Nil for a request of the complete file.
  var ranges: [String?] { requests.map { $0.fields["Range"] } }
}

extension TransferRequestConvertible {
  /// The request with other settings.
  func with(_ change: (inout TransferRequest) -> Void) -> TransferRequest {
    var request = transferRequest
    change(&request)
    return request
  }
}

extension ScratchFolder {
  /// A download to the file with the standard name.
  func download(
    _ request: some TransferRequestConvertible, by transport: any Transport = URLSession.shared
  ) -> TransferTask<DownloadedFile> {
    transport.publishedTask(downloading: request, to: file())
  }
}

extension ServedFile {
  var expectedDigest: ExpectedDigest { ExpectedDigest(FNV1a.self, bytes: digest) }
}
