import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One run of a download to a file.
struct Download: Sendable {
  let destination: URL
  let runner: RequestRunner
  let reports: TransferReporter
  var mayMove: @Sendable () -> Bool = { true }
  private var transfer: TransferRequest { runner.transfer }

  func run() async throws(TransferError) -> DownloadedFile {
    try transfer.checkMethod(isNot: ["HEAD"], "one whose response has a body, such as GET")
    let lock = DestinationLock(for: destination, mayMove: mayMove)
    let result = await withTaskCancellationHandler { () async -> Result<DownloadedFile, TransferError> in
      do throws(TransferError) { return .success(try await download(lock)) } catch { return .failure(error) }
    } onCancel: {
      lock.cancel()
    }
    return try result.get()
  }

  private func download(_ lock: DestinationLock) async throws(TransferError) -> DownloadedFile {
    try await lock.take()
    defer { lock.release() }
    let file = try PartialFile(for: destination, calls: transfer.diskCalls)
    defer { file.close() }
    var state: DownloadState?
    do throws(TransferError) {
      let opened = try DownloadState(file, of: transfer, reports: reports)
      state = opened
      let response = try await transfer.retrying(progress: { opened.byteCount }) { () async throws(TransferError) in
        do throws(TransferError) {
          let response = try await requestRanges(opened)
          try await opened.checkContent()
          return response
        } catch { throw opened.failed(with: error) }
      }
      let byteCount = try opened.move(by: lock)
      return DownloadedFile(url: destination, byteCount: byteCount, response: response)
    } catch {
      let error = state?.failed(with: error) ?? error
      leave(file, state)
      throw error
    }
  }

  /// Keeps the bytes that a later download can resume from, and removes everything else.
  private func leave(_ file: PartialFile, _ state: DownloadState?) {
    guard transfer.isResumable, state?.isWorthKeeping ?? (file.record != nil) else {
      try? file.discard()
      return
    }
    // On a full disk, the last record stays, with the bytes that were synchronized before it.
    try? state?.saveProgress()
  }

  /// A server whose file differs in each response is asked for the complete file after this many restarts.
  private static let maximumRestartCount = 3

  /// Requests what is missing, and returns the last response when the file is complete.
  private func requestRanges(_ state: DownloadState) async throws(TransferError) -> HTTPURLResponse {
    if let rangeByteCount, rangeByteCount < 1 {
      throw TransferError(
        .invalidSetting("rangeByteCount of the transport is \(rangeByteCount), and must be at least 1"))
    }
    // The last byte of a complete file is requested again, after which the hash starts again.
    if !state.isComplete { try await state.hashBytesOnDisk() }
    var request = transfer.urlRequest
    var range = canRequestRanges ? nextRange(state) : .complete
    state.restartCount = 0
    while true {
      do throws(TransferError) {
        let (result, lastRequest) = try await send(request, for: range, to: state)
        guard let next = result.next else { return result.response }
        (request, range) = (lastRequest, next)
      } catch {
        // Redirects often lead to a signed URL, which may expire before the last range. The first URL leads to a new one.
        guard request.url != transfer.urlRequest.url, case .unacceptableStatus = error.reason, !error.isWorthRetrying
        else { throw error }
        request = transfer.urlRequest
        if range.isPartial, state.byteCount > range.offset { range = nextRange(state) }
      }
    }
  }

  /// Ranges are defined for GET only (RFC 9110, 14.2). Another method may do something each time.
  private var canRequestRanges: Bool { transfer.urlRequest.httpMethod ?? "GET" == "GET" }

  private var firstRange: RangeRequest {
    // A server with ranges need not announce them. The response to a request for a range shows them.
    transfer.isResumable || rangeByteCount != nil ? RangeRequest(end: rangeByteCount) : .complete
  }

  private var rangeByteCount: Int64? { transfer.rangeByteCount ?? runner.transport.rangeByteCount }

  private func nextRange(_ state: DownloadState) -> RangeRequest {
    guard let validator = state.validator, state.byteCount > 0 else { return firstRange }
    // For a complete file that was not moved into place, the last byte is requested: the file may have changed.
    let offset = state.isComplete ? state.byteCount - 1 : state.byteCount
    let end = rangeByteCount.map { min($0 <= .max - offset ? offset + $0 : .max, state.size ?? .max) }
    return RangeRequest(offset: offset, end: end, validator: validator, size: state.size)
  }

  /// Requests a range and writes it. Returns the range to request next, or nil if the file is complete.
  private func send(
    _ request: URLRequest, for range: RangeRequest, to state: DownloadState
  ) async throws(TransferError) -> ((next: RangeRequest?, response: HTTPURLResponse), lastRequest: URLRequest) {
    try await runner.send(request.asking(for: range)) { (response, body) async throws(TransferError) in
      let rangeResponse = response.rangeResponse
      switch RangeDecision(for: rangeResponse, to: range) {
      case .append(let length, let size):
        try transfer.checkType(of: response)
        if range.offset > 0 {
          try state.checkSize(size)
          try state.resume(at: range.offset, validator: range.validator, size: size)
        } else {
          try startOver(state, rangeResponse, size: size)
        }
        try await write(body, length: length, to: state)
        if state.isComplete { return (nil, response) }
        // Without a size, the last range cannot be distinguished from one that was cut short.
        return (state.size == nil ? .complete : nextRange(state), response)
      case .replace(let size):
        try transfer.check(response)
        try startOver(state, rangeResponse, size: size)
        try await write(body, length: size, to: state)
        return (nil, response)
      case .complete: return (nil, response)
      case .requestAgainFromStart:
        state.restartCount += 1
        return (state.restartCount > Self.maximumRestartCount ? .complete : firstRange, response)
      case .requestComplete: return (.complete, response)
      case .fail(.status): throw response.statusError
      case .fail(.invalidResponse(let what)): throw TransferError(.invalidResponse(what))
      }
    }
  }

  private func startOver(_ state: DownloadState, _ response: RangeResponse, size: Int64?) throws(TransferError) {
    try transfer.checkSize(size)
    try state.startOver(validator: response.validator, size: size, isResumable: response.hasRanges && canRequestRanges)
  }

  private func write(_ body: HTTPBody, length: Int64?, to state: DownloadState) async throws(TransferError) {
    let start = state.byteCount
    do throws(TransferError) {
      while let part = try await body.next() {
        let end = state.byteCount + Int64(part.count)
        if let length, end > start + length { throw TransferError(.tooLong(expectedBytes: start + length)) }
        try state.append(part)
      }
    } catch {
      var error = error.at(nil, byte: state.byteCount)
      // The position is one in the file, so the length is, too.
      if case .truncated(let expected) = error.reason { error.reason = .truncated(expectedBytes: start + expected) }
      // It is not known which of the bytes are superfluous.
      if case .tooLong = error.reason { try state.forgetBody() }
      throw error
    }
    if let length, state.byteCount < start + length { throw TransferError(.truncated(expectedBytes: start + length)) }
  }
}

extension URLRequest {
  fileprivate func asking(for range: RangeRequest) -> URLRequest {
    var request = self
    // The bytes of the file are needed, not those of a compressed form.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for name in ["Range", "If-Range"] { request.setValue(nil, forHTTPHeaderField: name) }
    for (name, value) in range.fields { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }
}
