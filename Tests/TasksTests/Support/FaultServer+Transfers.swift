import TidingsAdapters
import TidingsTasks

extension FaultServer {
  /// A transfer of the file at a path, in small ranges, which retries without a pause.
  func transfer(_ path: String = "/file", range: Int64? = 4_096) -> TransferRequest {
    var transfer = TransferRequest(url(path))
    transfer.rangeByteCount = range
    transfer.retryPolicy = RetryPolicy(attempts: 3, backoff: .constant(.zero))
    return transfer
  }

  /// The requested ranges, in order. Nil for a request of the complete file.
  var ranges: [String?] { requests.map { $0.fields["Range"] } }
}

extension ServedFile {
  var expectedDigest: ExpectedDigest { ExpectedDigest(FNV1a.self, bytes: digest) }
}
