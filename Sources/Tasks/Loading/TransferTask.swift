public import Foundation
public import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A task that transfers data. It reports the number of bytes and fails with a ``TransferError``.
///
/// Like every ``PublishedTask``, it starts with its first subscriber, shares its run, and is cancelled when its last
/// subscriber leaves. `eraseFailure()` returns a task that fails with `any Error`.
public typealias TransferTask<Success> = PublishedTask<TransferProgress, Success, TransferError>

extension Transport {
  /// Returns a task that sends a request and decodes the body of the response.
  ///
  /// ```swift
  /// let task = URLSession.shared.publishedTask(for: url, decoding: .json([Article].self))
  /// let token = task.subscribe(
  ///   success: { articles = $0 },
  ///   failure: { print($0) })
  /// ```
  ///
  /// The body is kept in memory; ``TransferRequest/maximumByteCount`` limits it. It is not stored in the `URLCache` of a session,
  /// which is not used at all on Linux. Progress is reported after the response, then at most twenty times a second, and at the
  /// last byte.
  ///
  /// - Parameters:
  ///   - request: A `URL`, a `URLRequest` or a ``TransferRequest``, of `http` or `https`.
  ///   - decoding: The conversion of the body.
  public func publishedTask<Output>(
    for request: some TransferRequestConvertible, decoding: ResponseDecoding<Output> = ResponseDecoding<Data>.data
  ) -> TransferTask<Output> { loading(request.transferRequest, uploading: nil, decoding) }

  /// Returns a task that sends data or a file with a request, and decodes the body of the response.
  ///
  /// ```swift
  /// var request = URLRequest(url: address)
  /// request.httpMethod = "PUT"
  /// let upload = URLSession.shared.publishedTask(for: request, uploading: .file(photo))
  /// ```
  ///
  /// The progress is that of the upload.
  ///
  /// - Parameters:
  ///   - request: A `URLRequest` or a ``TransferRequest``, of `http` or `https`. Its method is `POST`, `PUT` or another one
  ///     with a body.
  ///   - body: The data or the file to send. A file is read while it is sent; on Linux, `URLSession` reads it into memory.
  ///   - decoding: The conversion of the body of the response.
  public func publishedTask<Output>(
    for request: some TransferRequestConvertible, uploading body: UploadBody,
    decoding: ResponseDecoding<Output> = ResponseDecoding<Data>.data
  ) -> TransferTask<Output> { loading(request.transferRequest, uploading: body, decoding) }

  private func loading<Output>(
    _ transfer: TransferRequest, uploading upload: UploadBody?, _ decoding: ResponseDecoding<Output>
  ) -> TransferTask<Output> {
    transferTask(for: transfer) { (runner, reports) async throws(TransferError) in
      if upload != nil { try transfer.checkMethodHasBody() }
      return try await transfer.retrying { () async throws(TransferError) in
        let (data, response) = try await runner.load(uploading: upload, reports: reports)
        return try decoding.decode(data, response)
      }
    }
  }

  func transferTask<Success: Sendable>(
    for transfer: TransferRequest,
    _ operation: @escaping @Sendable (RequestRunner, TransferReporter) async throws(TransferError) -> Success
  ) -> TransferTask<Success> {
    TransferTask(start: { run in
      let reporter = TransferReporter { run.report($0) }
      let task = Task.detached(executorPreference: FileExecutor.shared, priority: transfer.priority.taskPriority) {
        let result = await perform(transfer) { (runner) async throws(TransferError) in
          try await operation(runner, reporter)
        }
        reporter.complete(result) { run.complete(result) }
      }
      return Subscription { task.cancel() }
    })
  }

  /// Performs a transfer with its total timeout. The current task must run on the threads for files.
  ///
  /// The operation runs in this task or a child, so a cancellation reaches it immediately. A later download relies on that.
  func perform<Success: Sendable>(
    _ transfer: TransferRequest,
    _ operation: @escaping @Sendable (RequestRunner) async throws(TransferError) -> Success
  ) async -> Result<Success, TransferError> {
    let url = transfer.urlRequest.url
    let runner = RequestRunner(for: transfer, by: self)
    let run: @Sendable () async -> Result<Success, TransferError> = {
      do throws(TransferError) { return .success(try await operation(runner)) } catch { return .failure(error) }
    }
    do throws(TransferError) { try transfer.checkSettings() } catch { return .failure(error.at(url)) }
    let result = if let limit = transfer.totalTimeout { await withTimeLimit(limit, run) } else { await run() }
    return result.mapError { $0.at(url) }
  }
}

package func withTimeLimit<Success: Sendable>(
  _ limit: Duration, _ operation: @escaping @Sendable () async -> Result<Success, TransferError>
) async -> Result<Success, TransferError> {
  await withTaskGroup(of: Result<Success, TransferError>?.self) { group in
    group.addTask { await operation() }
    group.addTask {
      try? await Task.sleep(for: min(limit, .longestSleep))
      return nil
    }
    if let result = await group.next() ?? nil { group.cancelAll(); return result }
    // The time is over, or this task was cancelled.
    let isTimedOut = !Task.isCancelled
    group.cancelAll()
    let result = await group.next() ?? nil
    if isTimedOut, case .failure(let error)? = result {
      return .failure(TransferError(.timedOut(limit), byte: error.byte))
    }
    return result ?? .failure(.cancellation)
  }
}

extension Duration {
  /// One year. Clocks and Foundation's time-outs overflow with much longer times.
  static let longestSleep = Duration.seconds(365 * 86_400)
}

extension RequestRunner {
  fileprivate func load(
    uploading upload: UploadBody?, reports: TransferReporter
  ) async throws(TransferError) -> (Data, HTTPURLResponse) {
    // Prepared before each attempt, because the file may have been removed since the first.
    let prepared = try upload?.prepared()
    if let prepared { reports.expect(prepared.byteCount) }
    let (result, _) = try await send(
      transfer.urlRequest, uploading: prepared?.body,
      // Foundation counts a body that it sends again after a challenge twice.
      sent: { if let prepared { reports.reach(min($0, prepared.byteCount)) } }
    ) { (response, body) async throws(TransferError) in
      try transfer.check(response)
      guard response.statusCode != 206 || transfer.urlRequest.value(forHTTPHeaderField: "Range") != nil else {
        throw TransferError(.invalidResponse("206 to a request for the complete file"))
      }
      if let fault = response.rangeResponse.lengthFault { throw TransferError(.invalidResponse(fault)) }
      try transfer.checkSize(body.expectedBytes)
      if upload == nil { reports.expect(body.expectedBytes ?? transfer.expectedByteCount) }
      var (data, hash) = (Data(), transfer.expectedDigest?.makeHash())
      do throws(TransferError) {
        while let part = try await body.next() {
          data.append(part)
          hash?.update(data: part)
          try transfer.checkSize(Int64(data.count), isComplete: false)
          if upload == nil { reports.reach(Int64(data.count)) }
        }
        try transfer.checkSize(Int64(data.count))
        if let hash { try transfer.expectedDigest?.check(hash) }
      } catch { throw error.at(nil, byte: Int64(data.count)) }
      return (data, response)
    }
    // A server may respond before it has received the whole body, and an earlier attempt may have sent more.
    if let prepared { reports.reach(prepared.byteCount) }
    return result
  }
}
