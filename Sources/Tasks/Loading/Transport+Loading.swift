public import Foundation
public import TidingsCore

extension Transport {
  /// A task that gets the answer to a request.
  ///
  /// ```swift
  /// let task = URLSession.shared.publishedTask(for: url, decoding: .json([Article].self))
  /// let token = task.subscribe(
  ///   success: { articles = $0 },
  ///   failure: { print($0) })
  /// ```
  ///
  /// The body is kept in memory; ``TransferRequest/maximumByteCount`` bounds it. Progress is reported in bytes when the
  /// server has answered, at most twenty times a second from then on, and at the last byte. The task fails with a
  /// ``TransferError``.
  ///
  /// - Parameters:
  ///   - request: A `URL`, a `URLRequest` or a ``TransferRequest``, of `http` or `https`.
  ///   - decoding: What becomes of the body.
  public func publishedTask<Output>(
    for request: some TransferRequestConvertible, decoding: ResponseDecoding<Output> = ResponseDecoding<Data>.data
  ) -> TransferTask<Output> {
    loading(request.transferRequest, uploading: nil, decoding)
  }

  /// A task that sends bytes or a file with a request, and gets the answer to it.
  ///
  /// ```swift
  /// var request = URLRequest(url: address)
  /// request.httpMethod = "PUT"
  /// let upload = URLSession.shared.publishedTask(for: request, uploading: .file(photo))
  /// ```
  ///
  /// Progress is that of what is sent, in bytes. The rest is as without a body.
  ///
  /// - Parameters:
  ///   - request: A `URLRequest` or a ``TransferRequest``, of `http` or `https`, whose method is `POST`, `PUT` or another
  ///     that has a body.
  ///   - body: What is sent. A file is read while it is sent.
  ///   - decoding: What becomes of the body of the answer.
  public func publishedTask<Output>(
    for request: some TransferRequestConvertible, uploading body: UploadBody,
    decoding: ResponseDecoding<Output> = ResponseDecoding<Data>.data
  ) -> TransferTask<Output> {
    loading(request.transferRequest, uploading: body, decoding)
  }

  private func loading<Output>(
    _ request: TransferRequest, uploading body: UploadBody?, _ decoding: ResponseDecoding<Output>
  ) -> TransferTask<Output> {
    transferTask(for: request) { requester, reports in
      DataLoad(upload: body, requester: requester, decoding: decoding, reports: reports)
    }
  }
}
