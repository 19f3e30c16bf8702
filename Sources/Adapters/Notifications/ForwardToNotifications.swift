public import Foundation
public import TidingsCore

extension Publisher {
  /// Posts each update as a notification with a typed name.
  ///
  ///     downloads.bytes.forward(to: .default, as: .bytesDidArrive).store(in: subscriptions)
  ///
  /// Notifications are posted on the publishing thread. The center and the object are not kept alive. The subscription ends
  /// with the first update after one of them was released.
  ///
  /// - Parameters:
  ///   - center: The center that posts.
  ///   - name: The name of the notifications.
  ///   - object: The sender of the notifications.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
  public func forward(
    to center: NotificationCenter, as name: NotificationName<Update>, object: (any AnyObject & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    post(to: center, as: name.name, object: object, fileID: fileID, line: line) { [name.key: $0] }
  }

  /// Posts a notification for each update. See ``forward(to:as:object:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - center: The center that posts.
  ///   - name: The name of the notifications.
  ///   - object: The sender of the notifications.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
  ///   - userInfo: Returns the `userInfo` for an update. The default returns nil.
  public func forward(
    to center: NotificationCenter, as name: Notification.Name, object: (any AnyObject & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    userInfo: @escaping @Sendable (Update) -> [AnyHashable: Any]? = { _ in nil }
  ) -> Subscription {
    post(to: center, as: name, object: object, fileID: fileID, line: line, userInfo: userInfo)
  }

  private func post(
    to center: NotificationCenter, as name: Notification.Name, object: (any AnyObject & Sendable)?,
    fileID: StaticString, line: UInt, userInfo: @escaping @Sendable (Update) -> [AnyHashable: Any]?
  ) -> Subscription {
    let hasObject = object != nil
    return subscribeUntilFalse(fileID: fileID, line: line, depth: 2) { [weak center, weak object] update in
      guard let center, !hasObject || object != nil else { return false }
      center.post(name: name, object: object, userInfo: userInfo(update))
      return true
    }
  }
}
