import Foundation
import Tidings

extension Notification.Name {
  static let batteryDidChange = Notification.Name("batteryDidChange")
  static let powerDidFail = Notification.Name("powerDidFail")
}

extension NotificationName where Payload == Int {
  static var volume: Self { Self("volumeDidChange", key: "volume") }
}

@MainActor
final class StatusBar {
  private(set) var level = 0.0
  private(set) var failures = 0
  private(set) var volume = 0
  private(set) var language = ""
  private let subscriptions = SubscriptionBag()

  func follow(_ center: NotificationCenter) {
    center.broadcaster(for: .batteryDidChange) { $0.userInfo?["level"] as? Double }
      .filter { $0 > 0.01 }
      .subscribe { [weak self] in self?.level = $0 }
      .store(in: subscriptions)
    center.broadcaster(for: .powerDidFail)
      .subscribe { [weak self] in self?.failures += 1 }
      .store(in: subscriptions)
    center.broadcaster(for: .volume)
      .removeDuplicates()
      .subscribe { [weak self] in self?.volume = $0 }
      .store(in: subscriptions)
    center.publishedValue(for: NSLocale.currentLocaleDidChangeNotification) { Locale.current.identifier }
      .bind(to: \.language, on: self)
      .store(in: subscriptions)
  }
}
