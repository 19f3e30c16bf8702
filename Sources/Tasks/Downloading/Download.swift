import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One run of a download to a file, from its start to the whole file or the failure.
final class Download: TransferJob {
  private let destination: URL
  private let claim: DestinationClaims.Claim
  private let requester: Requester
  private let reports: TransferReports<DownloadedFile>
  private let state = Locked(State())

  private struct State: Sendable {
    var isCancelled = false
    var file: PartialFile?
    var body: DownloadedBody?
  }

  init(to destination: URL, by requester: Requester, reports: TransferReports<DownloadedFile>) {
    self.destination = destination
    claim = DestinationClaims.Claim(to: destination)
    self.requester = requester
    self.reports = reports
  }

  private var transfer: TransferRequest { requester.transfer }

  func run() async throws(TransferError) -> DownloadedFile {
    try await claim.take()
    defer { claim.leave() }
    let (destination, calls) = (destination, transfer.diskCalls)
    let file = try await requester.backlog.run { () throws(TransferError) in
      try PartialFile(for: destination, calls: calls)
    }
    let result = await result(in: file)
    try await requester.backlog.run { () throws(TransferError) in file.close() }
    return try result.get()
  }

  private func result(in file: PartialFile) async -> Result<DownloadedFile, TransferError> {
    guard hold(file) else { return .failure(.cancelled) }
    do throws(TransferError) {
      return .success(try await fill(file))
    } catch {
      letGo(of: file, keepsBytes: transfer.remains?.areKeptAfterFailure ?? true)
      return .failure(error.at(nil, byte: state.withLock { $0.body }?.byteCount))
    }
  }

  /// The run is no longer wanted. Does not wait for it; what it has made in the folder is removed, now or at once after
  /// it has been made.
  func cancel() {
    claim.leaveSoon()
    let file = state.withLock { state in
      state.isCancelled = true
      return state.file
    }
    if let file { letGo(of: file, keepsBytes: transfer.remains.map { !$0.areDiscarded } ?? true) }
  }

  /// Leaves what a later download can go on with, and nothing else.
  private func letGo(of file: PartialFile, keepsBytes: Bool) {
    let isUseful = state.withLock { $0.body }?.isWorthKeeping ?? true
    if transfer.isResumable && keepsBytes && isUseful { file.abandon() } else { file.discard() }
  }

  /// Makes the file known to ``cancel()``, unless that has been called.
  private func hold(_ file: PartialFile) -> Bool {
    let isWanted = state.withLock { state in
      state.file = file
      return !state.isCancelled
    }
    if !isWanted { cancel() }
    return isWanted
  }

  private func fill(_ file: PartialFile) async throws(TransferError) -> DownloadedFile {
    let transfer = transfer
    let body = try await requester.backlog.run { [reports] () throws(TransferError) in
      try DownloadedBody(file, of: transfer, reports: reports)
    }
    state.withLock { $0.body = body }
    let response = try await transfer.retrying(progress: { body.byteCount }) { () throws(TransferError) in
      try await WindowedDownload(requester: self.requester, body: body).run()
    }
    let byteCount = try await requester.backlog.run { () throws(TransferError) in try body.finish() }
    return DownloadedFile(url: destination, byteCount: byteCount, response: response)
  }
}
