import Foundation
import Synchronization
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One run of a download: what arrives for it, in order, becomes a file and reports.
final class Download: Sendable {
  typealias Run = TaskRun<TransferProgress, DownloadedFile, any Error>

  private let run: Run
  private let file: PartialFile
  private let answer = Locked<Answer?>(nil)
  private let hasEnded = Atomic(false)

  /// Subscribers are called here: whatever they do, they don't hold up the connection, and may use any session.
  private let reporting = DispatchQueue(label: "Tidings.Download")

  private struct Answer {
    let response: URLResponse
    var meter: TransferMeter
  }

  init(into file: PartialFile, run: Run) {
    self.file = file
    self.run = run
  }

  /// Whether nothing more is wanted: the download has finished or failed, or was cancelled.
  var isOver: Bool { hasEnded.load(ordering: .acquiring) }

  /// The server has answered: the body is worth having or not.
  func receive(_ response: URLResponse) throws(TransferError) {
    if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
      throw .unacceptableStatus(status)
    }
    let meter = TransferMeter(expectedBytes: response.expectedBytes, at: .now)
    answer.withLock { $0 = Answer(response: response, meter: meter) }
    report(meter.progress)
  }

  /// A part of the body has arrived.
  func receive(_ data: Data) throws(TransferError) {
    try file.append(data)
    if let progress = answer.withLock({ $0?.meter.count(data.count, at: .now) }) {
      report(progress)
    }
  }

  /// The connection is done: the file is whole and goes to its place, or it is not.
  func finish(_ error: (any Error)?) throws(TransferError) {
    guard let answer = answer.withLock({ $0 }) else { throw .connectionFailed(URLError(error)) }
    let received = answer.meter.progress.transferredBytes
    if let expected = answer.meter.progress.expectedBytes, received < expected, URLError.isEarlyEnd(error) {
      throw .truncated(receivedBytes: received, expectedBytes: expected)
    }
    if let error { throw .connectionFailed(URLError(error)) }
    try file.move()
    end(.success(DownloadedFile(url: file.destination, byteCount: received, response: answer.response)))
  }

  func fail(_ error: TransferError) {
    file.discard()
    end(.failure(error))
  }

  /// The run is no longer wanted. Does not wait for anything.
  func cancel() {
    hasEnded.store(true, ordering: .releasing)
    file.discard()
  }

  private func report(_ progress: TransferProgress) {
    reporting.async { [run] in run.report(progress) }
  }

  private func end(_ result: Result<DownloadedFile, any Error>) {
    hasEnded.store(true, ordering: .releasing)
    reporting.async { [run] in run.complete(result) }
  }
}

extension URLResponse {
  /// The size of the body as it will arrive, if it is known: of a compressed one only the compressed size is,
  /// and what arrives has been decompressed.
  fileprivate var expectedBytes: Int64? {
    let encoding = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    guard encoding == "identity", expectedContentLength >= 0 else { return nil }
    return expectedContentLength
  }
}

extension URLError {
  fileprivate init(_ error: (any Error)?) {
    self = error as? URLError ?? URLError(.unknown)
  }

  /// Whether an error may stand for a body that was shorter than announced, for which there is no code of its own.
  fileprivate static func isEarlyEnd(_ error: (any Error)?) -> Bool {
    guard let error else { return true }
    return [.unknown, .networkConnectionLost].contains(URLError(error).code)
  }
}
