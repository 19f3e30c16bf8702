import Foundation
import Tidings
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@MainActor
final class PodcastShelf {
  private let downloader = Downloader(maximumConcurrentDownloads: 3)
  private(set) var fraction = 0.0
  private(set) var states: [URL: String] = [:]
  private let subscriptions = SubscriptionBag()

  func start() {
    downloader.progress
      .subscribe { [weak self] in self?.fraction = $0.fractionCompleted }
      .store(in: subscriptions)
  }

  func download(_ episode: URL, to file: URL) {
    var request = TransferRequest(episode)
    request.retryPolicy = RetryPolicy(attempts: 5)
    request.idleTimeout = .seconds(20)
    request.maximumByteCount = 1 << 30
    downloader.publishedTask(downloading: request, to: file)
      .subscribe(
        progress: { [weak self] in self?.states[file] = "\($0.fractionCompleted ?? 0)" },
        success: { [weak self] in self?.states[file] = "\($0.byteCount) bytes" },
        failure: { [weak self] error in self?.failed(file, error) }
      )
      .store(in: subscriptions)
  }

  private func failed(_ file: URL, _ error: TransferError) {
    switch error.reason {
    case .unacceptableStatus(404): states[file] = "Gone"
    case .stalled, .connectionFailed: states[file] = "No network"
    case _ where error.isWorthRetrying: states[file] = "Later"
    default: states[file] = "\(error)"
    }
  }

  func pause(_ file: URL) {
    downloader.pause(file)
  }

  func giveUp(_ file: URL) {
    downloader.cancel(file, discarding: true)
    states[file] = nil
  }

  func giveUpAll() {
    downloader.cancelAll(discarding: true)
  }
}
