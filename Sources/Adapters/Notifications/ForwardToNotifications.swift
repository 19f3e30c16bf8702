public import Foundation
public import TidingsCore

extension Publisher {
  /// Posts each update as a notification of a typed name.
  ///
  ///     downloads.bytes.forward(to: .default, as: .bytesDidArrive).store(in: subscriptions)
  ///
  /// It is posted where updates are published. Neither the center nor the object is kept alive: the first update that
  /// finds one of them gone ends the subscription.
  ///
  /// - Parameters:
  ///   - center: Where to post.
  ///   - name: What to post.
  ///   - object: Who posts, as the observers see it.
  public func forward(
    to center: NotificationCenter, as name: NotificationName<Update>, object: (any AnyObject & Sendable)? = nil
  ) -> Subscription {
    forward(to: center, as: name.name, object: object) { [name.key: $0] }
  }

  /// Posts a notification for each update; otherwise as ``forward(to:as:object:)``.
  ///
  /// - Parameters:
  ///   - center: Where to post.
  ///   - name: What to post.
  ///   - object: Who posts, as the observers see it.
  ///   - userInfo: Makes of an update what the notification carries, which is nothing if this is left out.
  public func forward(
    to center: NotificationCenter, as name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
    userInfo: @escaping @Sendable (Update) -> [AnyHashable: Any]? = { _ in nil }
  ) -> Subscription {
    let slot = SubscriptionSlot()
    let isAnybodys = object == nil
    return attachmentForComposing(into: slot) { [weak center, weak object] update in
      guard let center, isAnybodys || object != nil else { return slot.end() }
      center.post(name: name, object: object, userInfo: userInfo(update))
    }
  }
}
