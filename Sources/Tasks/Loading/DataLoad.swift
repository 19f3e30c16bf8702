import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One run of a task that keeps what it receives in memory.
struct DataLoad<Output: Sendable>: TransferJob {
  let upload: UploadBody?
  let requester: Requester
  let decoding: ResponseDecoding<Output>
  let reports: TransferReports<Output>

  private var transfer: TransferRequest { requester.transfer }

  func run() async throws(TransferError) -> Output {
    try await transfer.retrying { () throws(TransferError) in try await load() }
  }

  private func load() async throws(TransferError) -> Output {
    let (transfer, reports, isUpload) = (transfer, reports, upload != nil)
    let received = Locked(Data())
    let prepared = try await preparedUpload()
    let sentBytes = prepared?.byteCount
    if let sentBytes { reports.expect(sentBytes) }
    let outcome = try await requester.send(
      transfer.urlRequest, uploading: prepared?.body, sent: { if isUpload { reports.reach($0) } }
    ) { (response) throws(TransferError) in
      try transfer.check(response)
      guard response.statusCode != 206 || transfer.urlRequest.value(forHTTPHeaderField: "Range") != nil else {
        throw TransferError(.invalidAnswer("206 to a request that asked for the whole"))
      }
      let size = response.announcedBytes(to: transfer.urlRequest)
      try transfer.checkSize(size)
      if !isUpload { reports.expect(size) }
      return .parts(begin: {}) { (part) throws(TransferError) in
        let byteCount = received.withLock { data in
          data.append(part)
          return Int64(data.count)
        }
        try transfer.checkBeginning(byteCount)
        if !isUpload { reports.reach(byteCount) }
      }
    }
    // A server may answer before it has taken all, and an earlier attempt may have got further.
    if let sentBytes { reports.reach(sentBytes) }
    let data = received.withLock { $0 }
    try transfer.checkSize(Int64(data.count))
    return try await requester.backlog.run { () throws(TransferError) in
      if let digest = transfer.expectedDigest {
        var hash = digest.makeHash()
        hash.update(data: data)
        try digest.check(hash)
      }
      return try decoding.decode(data, outcome.response)
    }
  }

  /// The body to send and its size, looked at before each attempt: a file may be gone at the second.
  private func preparedUpload() async throws(TransferError) -> (body: UploadBody, byteCount: Int64)? {
    guard let upload else { return nil }
    return try await requester.backlog.run { () throws(TransferError) in try upload.prepared() }
  }
}
