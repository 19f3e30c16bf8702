import Foundation
import TidingsCore

extension NotificationCenter {
  /// Observes notifications until the token is invalidated.
  ///
  /// The sender is not passed to the center, which compares addresses. A new object can have the address of a released one.
  /// There is no queue, because `post` would wait for it.
  ///
  /// - Parameters:
  ///   - receive: Called on the posting thread.
  ///   - gone: Called by the first notification after the release of the object, or by this call. Can be called several times.
  func observe(
    _ name: Notification.Name?, from sender: NotificationSender?,
    _ receive: @escaping @Sendable (Notification) -> Void, gone: @escaping @Sendable () -> Void
  ) -> Subscription {
    guard let sender else {
      return removal(of: addObserver(forName: name, object: nil, queue: nil, using: receive))
    }
    if sender.isGone { gone() }
    return removal(
      of: addObserver(forName: name, object: nil, queue: nil) { notification in
        if sender.hasPosted(notification) {
          receive(notification)
        } else if sender.isGone {
          gone()
        }
      })
  }

  private func removal(of observer: any NSObjectProtocol) -> Subscription {
    let observer = NotificationObserver(observer: observer)
    return Subscription { self.removeObserver(observer.observer) }
  }
}

/// Invariant behind `@unchecked`: the observer is only passed back to its center, which is allowed on any thread.
private struct NotificationObserver: @unchecked Sendable {
  let observer: any NSObjectProtocol
}

/// A weak reference to the sender of notifications.
///
/// Invariant behind `@unchecked`: only the identity of the object is used.
struct NotificationSender: @unchecked Sendable {
  private weak let object: AnyObject?
  private let identity: ObjectIdentifier

  init?(_ object: AnyObject?) {
    guard let object else { return nil }
    self.object = object
    identity = ObjectIdentifier(object)
  }

  var isGone: Bool { object == nil }

  /// Compares the identities first, so that the object is not retained for notifications of other senders.
  ///
  /// An equal identity may still be that of a new object at the same address.
  func hasPosted(_ notification: Notification) -> Bool {
    guard let poster = notification.object, ObjectIdentifier(poster as AnyObject) == identity else { return false }
    return !isGone
  }
}
