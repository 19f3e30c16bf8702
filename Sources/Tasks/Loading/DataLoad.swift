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
    if let size = try upload?.byteCount() { reports.expect(size) }
    return try await transfer.retrying { () throws(TransferError) in try await load() }
  }

  private func load() async throws(TransferError) -> Output {
    let (transfer, reports, isUpload) = (transfer, reports, upload != nil)
    let received = Locked(Data())
    let outcome = try await requester.send(
      transfer.urlRequest, uploading: upload, sent: { if isUpload { reports.reach($0) } }
    ) { (response) throws(TransferError) in
      try transfer.check(response)
      let size = response.announcedBytes(to: transfer.urlRequest)
      try transfer.checkSize(size)
      if !isUpload { reports.expect(size) }
      return .parts(begin: {}) { (part) throws(TransferError) in
        let byteCount = received.withLock { data in
          data.append(part)
          return Int64(data.count)
        }
        if let maximum = transfer.maximumByteCount, byteCount > maximum {
          throw TransferError(.tooLarge(maximumBytes: maximum))
        }
        if !isUpload { reports.reach(byteCount) }
      }
    }
    let data = received.withLock { $0 }
    try transfer.checkSize(Int64(data.count))
    return try await requester.backlog.run { () throws(TransferError) in
      if let digest = transfer.digest { try digest.check(data) }
      return try decoding.decode(data, outcome.response)
    }
  }
}

extension ExpectedDigest {
  fileprivate func check(_ data: Data) throws(TransferError) {
    var hash = makeHash()
    hash.update(data: data)
    let actual = hash.digestBytes
    guard actual == bytes else {
      throw TransferError(.unexpectedDigest(expected: bytes.hexadecimal, actual: actual.hexadecimal))
    }
  }
}
