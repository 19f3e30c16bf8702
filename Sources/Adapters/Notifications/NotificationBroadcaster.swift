public import Foundation
public import TidingsCore

extension NotificationCenter {
  /// Updates with what a closure makes of each notification.
  ///
  ///     NotificationCenter.default
  ///       .broadcaster(for: .downloadDidMove) { notification in notification.userInfo?["bytes"] as? Int }
  ///       .subscribe { [weak self] in self?.show(bytes: $0) }
  ///       .store(in: subscriptions)
  ///
  /// A notification may hold anything, so that it cannot leave the thread it was posted on. The closure is called there,
  /// before `post` returns, and what it makes is a `Sendable` payload: that is delivered as any update is, in one order
  /// for all, on the subscriber's actor, or elsewhere. A subscriber in another place does not hold up the thread that
  /// posts.
  ///
  /// The center has one observer for all subscribers, from the first to the last, and is kept alive by it. The object
  /// is not kept alive; the first notification of that name, whoever posts it, that finds it gone ends the broadcaster,
  /// and so does subscribing after that. As with every weak reference, an object that goes away at the very moment of
  /// being compared is released on the thread that posts. Without an object it never ends.
  ///
  /// - Parameters:
  ///   - name: What is posted; nil for all notifications.
  ///   - object: Whose notifications they are; nil for everybody's. Looked up by identity.
  ///   - payload: Called once for each notification, on the posting thread, by several at once when they post at once.
  ///     Nil leaves the notification out.
  public func broadcaster<Payload: Sendable>(
    for name: Notification.Name?, object: AnyObject? = nil,
    _ payload: @escaping @Sendable (Notification) -> Payload?
  ) -> Broadcaster<Payload> {
    let sender = NotificationSender(object)
    return Broadcaster { [weak self] source in
      guard let self else { return .ended }
      return observe(name, from: sender) { notification in
        if let payload = payload(notification) { source.send(payload) }
      } gone: {
        source.finish()
      }
    }
  }

  /// Updates with nothing but the fact that a notification was posted; see ``broadcaster(for:object:_:)``.
  public func broadcaster(for name: Notification.Name?, object: AnyObject? = nil) -> Broadcaster<Void> {
    broadcaster(for: name, object: object) { _ in () }
  }
}
