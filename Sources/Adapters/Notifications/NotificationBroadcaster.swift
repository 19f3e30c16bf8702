public import Foundation
public import TidingsCore

extension NotificationCenter {
  /// Returns a broadcaster of payloads that a closure makes from notifications.
  ///
  ///     NotificationCenter.default
  ///       .broadcaster(for: .downloadDidMove) { notification in notification.userInfo?["bytes"] as? Int }
  ///       .subscribe { [weak self] in self?.show(bytes: $0) }
  ///       .store(in: subscriptions)
  ///
  /// A notification is not `Sendable`. So the closure is called on the posting thread, before `post` returns, and its result is
  /// delivered like any update.
  ///
  /// All subscribers share one observer, from the first to the last, which keeps the center alive. The object is not kept
  /// alive. After its release, the next notification of that name or the next subscription ends the broadcaster. Without an
  /// object, it never ends.
  ///
  /// - Parameters:
  ///   - name: The name, or nil for all notifications.
  ///   - object: The sender, compared by identity, or nil for all senders.
  ///   - payload: Called once for each notification, on the posting thread, also by several threads at the same time. Returns
  ///     nil to skip the notification.
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

  /// Returns a broadcaster of notifications without their contents. See ``broadcaster(for:object:_:)``.
  public func broadcaster(for name: Notification.Name?, object: AnyObject? = nil) -> Broadcaster<Void> {
    broadcaster(for: name, object: object) { _ in () }
  }
}
