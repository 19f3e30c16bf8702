import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A download that waits, runs or is paused, or whose last run has not ended.
struct QueuedDownload: Sendable {
  typealias Source = TaskSource<TransferProgress, DownloadedFile, TransferError>

  let request: TransferRequest
  let file: URL
  let destination: FilePath
  let url: URL?
  let source = Source()
  var priority: TransferPriority
  var subscriberCount = 1
  var progress: TransferProgress
  var isPaused = false
  /// Completed, cancelled or left by its last subscriber.
  var isOver = false
  var task: Task<Void, Never>?
  /// Whether the task was cancelled.
  var isStopping = false
  /// Whether the file is being moved into place, or has been, so that the download can be neither cancelled nor paused.
  var isMoving = false
  var discards = false

  init(_ request: TransferRequest, to file: URL) {
    var request = request
    request.isResumable = true
    self.request = request
    self.file = file
    destination = FilePath(file)
    url = request.urlRequest.url?.withoutCredentials
    priority = request.priority
    progress = TransferProgress(transferredBytes: 0, expectedBytes: request.expectedByteCount)
  }

  /// Whether it starts as soon as there is a place for it. A run that is being stopped has to end before.
  var isWaiting: Bool { !isPaused && !isOver && task == nil }
  var state: DownloaderItem.State { isPaused ? .paused : task == nil || isStopping ? .waiting : .running }
}

extension TransferRequest {
  /// Whether everything is equal that can change the file, or whether it is accepted.
  func isSame(as other: Self) -> Bool {
    if resourceName != nil || other.resourceName != nil { return resourceName == other.resourceName }
    return urlRequest.isSame(as: other.urlRequest)
      && acceptableResponses == other.acceptableResponses && redirectPolicy == other.redirectPolicy
      && expectedByteCount == other.expectedByteCount && maximumByteCount == other.maximumByteCount
      && expectedDigest?.bytes == other.expectedDigest?.bytes
  }
}

extension URLRequest {
  /// Unlike `==`, compares the bodies on every platform, and ignores the timeout. Each stream is a different body.
  fileprivate func isSame(as other: Self) -> Bool {
    url == other.url && (httpMethod ?? "GET") == (other.httpMethod ?? "GET")
      && (allHTTPHeaderFields ?? [:]) == (other.allHTTPHeaderFields ?? [:])
      && httpBody == other.httpBody && httpBodyStream === other.httpBodyStream
      && cachePolicy == other.cachePolicy && httpShouldHandleCookies == other.httpShouldHandleCookies
  }
}
