import TidingsAdapters
import TidingsTasks

extension FaultServer {
  /// A transfer of what is at a path, in small ranges and without patience.
  func transfer(_ path: String = "/file", range: Int64? = 4_096) -> TransferRequest {
    var transfer = TransferRequest(url(path))
    transfer.rangeByteCount = range
    transfer.retryPolicy = RetryPolicy(attempts: 3, backoff: .constant(.zero))
    return transfer
  }

  /// The ranges that were asked for, in order; nil for the whole.
  var ranges: [String?] { requests.map { $0.fields["Range"] } }
}

extension ServedFile {
  var expectedDigest: ExpectedDigest { ExpectedDigest(FNV1a.self, bytes: digest) }
}
