import Dispatch
import TidingsAdapters
import TidingsCore

/// Shows what a downloader's ledger has, to those who look: not at each change, but as often as somebody can look.
final class DownloaderBoard: Sendable {
  let ledger: Locked<DownloadLedger>
  private let viewers = Locked(Viewers())
  private let queue = DispatchQueue(label: "Tidings.Downloader")

  private struct Viewers: Sendable {
    var progress: PublishedProperty<DownloaderProgress>?
    var items: PublishedProperty<[DownloaderItem]>?
    var isShowingSoon = false
    var lastShown: ContinuousClock.Instant?
  }

  init(limit: Int) {
    ledger = Locked(DownloadLedger(limit: limit))
  }

  var progress: PublishedValue<DownloaderProgress> {
    value({ [self] in ledger.withLock { $0.progress() } }, at: \.progress)
  }

  var items: PublishedValue<[DownloaderItem]> {
    value({ [self] in ledger.withLock { $0.items } }, at: \.items)
  }

  /// Something has changed.
  func update() {
    let delay: Duration? = viewers.withLock { viewers in
      guard viewers.progress != nil || viewers.items != nil, !viewers.isShowingSoon else { return nil }
      viewers.isShowingSoon = true
      guard let lastShown = viewers.lastShown else { return .zero }
      return max(.zero, TransferMeter.reportInterval - lastShown.duration(to: .now))
    }
    guard let delay else { return }
    queue.asyncAfter(deadline: .now() + delay / .seconds(1)) { [self] in show() }
  }

  /// The downloader is gone, and with it the source of what is shown.
  func close() {
    let viewers = viewers.withLock { viewers in
      defer { viewers = Viewers() }
      return viewers
    }
    viewers.progress?.finish()
    viewers.items?.finish()
  }

  private func show() {
    let viewers = viewers.withLock { viewers in
      viewers.isShowingSoon = false
      viewers.lastShown = .now
      return viewers
    }
    viewers.progress?.refresh { ledger.withLock { $0.progress() } }
    viewers.items?.refresh { ledger.withLock { $0.items } }
    // Who looks at thousands of items has at least as much time for their work as for looking.
    self.viewers.withLock { $0.lastShown = .now }
  }

  /// A value that is read here whenever somebody asks for it, and shown to those who follow it.
  private func value<Value: Sendable>(
    _ read: @escaping @Sendable () -> Value,
    at path: any WritableKeyPath<Viewers, PublishedProperty<Value>?> & Sendable
  ) -> PublishedValue<Value> {
    let reading = PlacedReading(read, calledFrom: nil, in: "Downloader")
    return PublishedValue(reading) { [self] property in
      viewers.withLock { $0[keyPath: path] = property }
      property.refresh(read)
      return Subscription { [self] in
        // Let go without the lock.
        let property = viewers.withLock { $0[keyPath: path].take() }
        withExtendedLifetime(property) {}
      }
    }
  }
}
