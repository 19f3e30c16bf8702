import Foundation
import TidingsCore

extension NotificationCenter {
  /// Observes until the token is invalidated.
  ///
  /// All notifications of that name come here, and those of others are left out here: a center that is given an object
  /// compares addresses, and would take another object for it that has come to stand where it stood. Nor would anybody
  /// notice its end. There is no queue: with one, a center makes `post` wait for the queue.
  ///
  /// - Parameters:
  ///   - receive: Called on the posting thread.
  ///   - gone: Called when a notification, or this call, finds that the object is gone; perhaps more than once.
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

/// Invariant behind `@unchecked`: the observer is only handed back to the center that made it, which any thread may do.
private struct NotificationObserver: @unchecked Sendable {
  let observer: any NSObjectProtocol
}

/// The object that notifications are posted for, without keeping it alive.
///
/// Invariant behind `@unchecked`: nothing is asked of the object but whether it is there and who it is.
struct NotificationSender: @unchecked Sendable {
  private weak let object: AnyObject?
  private let identity: ObjectIdentifier

  init?(_ object: AnyObject?) {
    guard let object else { return nil }
    self.object = object
    identity = ObjectIdentifier(object)
  }

  var isGone: Bool { object == nil }

  /// The identities are compared first, so that the object is not held for the notifications of others; and when they
  /// are equal it still may be another object, in the same place.
  func hasPosted(_ notification: Notification) -> Bool {
    guard let poster = notification.object, ObjectIdentifier(poster as AnyObject) == identity else { return false }
    return !isGone
  }
}
