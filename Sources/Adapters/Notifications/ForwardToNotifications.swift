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
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func forward(
    to center: NotificationCenter, as name: NotificationName<Update>, object: (any AnyObject & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    post(to: center, as: name.name, object: object, fileID: fileID, line: line) { [name.key: $0] }
  }

  /// Posts a notification for each update; otherwise as ``forward(to:as:object:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - center: Where to post.
  ///   - name: What to post.
  ///   - object: Who posts, as the observers see it.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  ///   - userInfo: Makes of an update what the notification carries, which is nothing if this is left out.
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
