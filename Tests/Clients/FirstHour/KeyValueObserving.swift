import Foundation
import Tidings

class Player: NSObject {
  #if canImport(ObjectiveC)
    @objc dynamic var volume = 0.5
    @objc dynamic var track: String?
  #else
    @Observed var volume = 0.5
    @Observed var track: String?
  #endif
}

/// A class from before Swift 6.
class LegacyMixer: NSObject {
  let level = PublishedProperty(0.0)
  let title = PublishedProperty("")
  private let subscriptions = SubscriptionBag()

  func follow(_ player: Player) {
    player.publishedValue(for: \.volume)
      .bind(to: level)
      .store(in: subscriptions)
    player.publishedValue(for: \.track)
      .map { $0 ?? "Nothing" }
      .bind(to: title)
      .store(in: subscriptions)
    player.broadcaster(for: \.volume, options: [.old, .new])
      .subscribe { change in print(change.oldValue ?? 0, "→", change.newValue ?? 0) }
      .store(in: subscriptions)
  }
}

@MainActor
class MixerPanel: NSObject {
  var label = ""
  private let subscriptions = SubscriptionBag()

  func follow(_ mixer: LegacyMixer) {
    mixer.title
      .bind(to: \.label, on: self)
      .store(in: subscriptions)
  }
}
