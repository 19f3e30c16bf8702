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
  /// The body is kept in memory; ``TransferRequest/maximumByteCount`` limits it. Progress is reported after the response,
  /// then at most twenty times a second, and at the last byte. The task fails with a ``TransferError``.
  ///
  /// - Parameters:
  ///   - request: A `URL`, a `URLRequest` or a ``TransferRequest``, of `http` or `https`.
  ///   - decoding: The conversion of the body.
  public func publishedTask<Output>(
    for request: some TransferRequestConvertible, decoding: ResponseDecoding<Output> = ResponseDecoding<Data>.data
  ) -> TransferTask<Output> {
    loading(request.transferRequest, uploading: nil, decoding)
  }

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
  ///   - body: The data or the file to send. A file is read while it is sent.
  ///   - decoding: The conversion of the body of the response.
  public func publishedTask<Output>(
    for request: some TransferRequestConvertible, uploading body: UploadBody,
    decoding: ResponseDecoding<Output> = ResponseDecoding<Data>.data
  ) -> TransferTask<Output> {
    loading(request.transferRequest, uploading: body, decoding)
  }

  private func loading<Output>(
    _ transfer: TransferRequest, uploading upload: UploadBody?, _ decoding: ResponseDecoding<Output>
  ) -> TransferTask<Output> {
    transferTask(for: transfer) { (runner, reports) async throws(TransferError) in
      try await transfer.retrying { () async throws(TransferError) in
        let (data, response) = try await runner.load(uploading: upload, reports: reports)
        return try decoding.decode(data, response)
      }
    }
  }
}

extension RequestRunner {
  /// Sends the request and returns the body of the response.
  fileprivate func load(
    uploading upload: UploadBody?, reports: TransferReporter
  ) async throws(TransferError) -> (Data, HTTPURLResponse) {
    // Prepared before each attempt, because a file may be gone at the second.
    let prepared = try upload?.prepared()
    if let prepared { reports.expect(prepared.byteCount) }
    let isUpload = upload != nil
    let (result, _) = try await send(
      transfer.urlRequest, uploading: prepared?.body, sent: { if isUpload { reports.reach($0) } }
    ) { (response, body) async throws(TransferError) in
      try transfer.check(response)
      guard response.statusCode != 206 || transfer.urlRequest.value(forHTTPHeaderField: "Range") != nil else {
        throw TransferError(.invalidAnswer("206 to a request that asked for the whole"))
      }
      try transfer.checkSize(body.expectedBytes)
      if !isUpload { reports.expect(body.expectedBytes) }
      var data = Data()
      while let part = try await body.next() {
        data.append(part)
        try transfer.checkBeginning(Int64(data.count))
        if !isUpload { reports.reach(Int64(data.count)) }
      }
      return (data, response)
    }
    // A server may respond before it has received the whole body, and an earlier attempt may have sent more.
    if let prepared { reports.reach(prepared.byteCount) }
    let (data, response) = result
    try transfer.checkSize(Int64(data.count))
    if let digest = transfer.expectedDigest {
      var hash = digest.makeHash()
      hash.update(data: data)
      try digest.check(hash)
    }
    return (data, response)
  }
}

/// The body of an upload.
public enum UploadBody: Sendable {
  /// Bytes in memory.
  case data(Data)
  /// A file, which is read while it is sent. A small one is read before, and so is one that does not tell its size, as
  /// those in `/proc`, if it has no more than 256 MiB.
  case file(URL)
}

extension UploadBody {
  /// Files of at most so many bytes may have fewer than they say: those that the system makes up say that they are as
  /// large as a page, of which the largest has so many.
  private static let madeUpByteCount: Int64 = 64 << 10

  /// The body to send, and its size in bytes. May block.
  func prepared() throws(TransferError) -> (body: UploadBody, byteCount: Int64) {
    switch self {
    case .data(let data):
      return (self, Int64(data.count))
    case .file(let file):
      do throws(FileError) {
        var reader = try FileReader(file)
        if let byteCount = reader.expectedBytes, byteCount > Self.madeUpByteCount { return (self, byteCount) }
        var content = Data()
        while let chunk = try reader.chunk(of: Int(Self.madeUpByteCount)) { content.append(chunk) }
        return (.data(content), Int64(content.count))
      } catch {
        throw TransferError(.sourceNotReadable(file), underlying: error)
      }
    }
  }
}
