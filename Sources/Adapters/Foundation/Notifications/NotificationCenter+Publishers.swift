public import Foundation
import TidingsAdapters
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
  /// delivered like any update. All subscribers share one observer, from the first to the last, which keeps the center alive. The
  /// object is not kept alive. After its release, the next notification of that name ends the broadcaster, or the next
  /// subscription if there are no others. Without an object, it never ends.
  ///
  /// - Parameters:
  ///   - name: The name, or nil for all notifications.
  ///   - object: The sender, compared by identity, or nil for all senders.
  ///   - payload: Called once for each notification, also by several threads at the same time. Returns nil to skip it.
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

  /// Returns a value that is read again after each notification.
  ///
  ///     let isLowPower = NotificationCenter.default
  ///       .publishedValue(for: .NSProcessInfoPowerStateDidChange) { ProcessInfo.processInfo.isLowPowerModeEnabled }
  ///
  /// The closure is called immediately, for the first subscriber, after each notification, and by ``PublishedValue/value`` on a
  /// thread where it may run. A closure in main-actor code reads on the main actor: during `post` if it is called there, or else
  /// one hop later. A closure in nonisolated code reads on the posting thread. A subscriber on a thread where the closure cannot
  /// run first receives the value that was read last, and after a hop the current value. See ``broadcaster(for:object:_:)`` for
  /// the object and the observer. After the release of the object, the closure is not called, and the value no longer changes.
  /// See ``PublishedValue/init(isolation:observing:)`` for the actor. The closure must not change the value.
  public func publishedValue<Value: Sendable>(
    for name: Notification.Name?, object: AnyObject? = nil, isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext reading read: @escaping @isolated(any) @Sendable () -> Value
  ) -> PublishedValue<Value> {
    let sender = NotificationSender(object)
    let reading = PlacedReading(read, calledFrom: isolation, in: "publishedValue(for:object:reading:)")
    let isOver: @Sendable () -> Bool = { sender?.isGone ?? false }
    return PublishedValue(reading, isOver: isOver) { [weak self] property in
      guard let self else { return .ended }
      let refresh: @Sendable () -> Void = { [weak property] in
        reading.perform { [weak property] in
          if !isOver() { property?.refresh(reading.read) }
        }
      }
      let observation = observe(name, from: sender) { _ in
        // Keeps the property alive, because the value would end with it.
        withExtendedLifetime(property) { refresh() }
      } gone: {
        property.finish()
      }
      refresh()
      return observation
    }
  }

  // The sender is not passed to the center, which compares addresses: a new object can have the address of a released one. There
  // is no queue, because `post` would wait for it. The next notification after the release, or this call, calls `gone`.
  func observe(
    _ name: Notification.Name?, from sender: NotificationSender?,
    _ receive: @escaping @Sendable (Notification) -> Void, gone: @escaping @Sendable () -> Void
  ) -> Subscription {
    if let sender, sender.isGone { gone() }
    let observer = NotificationObserver(
      observer: addObserver(forName: name, object: nil, queue: nil) { notification in
        if sender?.hasPosted(notification) ?? true {
          receive(notification)
        } else if sender?.isGone ?? false {
          gone()
        }
      })
    return Subscription { self.removeObserver(observer.observer) }
  }
}

/// Invariant behind `@unchecked`: the observer is only passed back to its center, which is allowed on any thread.
private struct NotificationObserver: @unchecked Sendable {
  let observer: any NSObjectProtocol
}

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

  // Compares the identities first, so that the object is not retained for notifications of other senders. An equal identity may
  // still be that of a new object at the same address.
  func hasPosted(_ notification: Notification) -> Bool {
    guard let poster = notification.object, ObjectIdentifier(poster as AnyObject) == identity else { return false }
    return !isGone
  }
}

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
  public func forward(
    to center: NotificationCenter, as name: NotificationName<Update>, object: (any AnyObject & Sendable)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    post(to: center, as: name.name, object: object, fileID: fileID, line: line) { [name.key: $0] }
  }

  /// Posts a notification for each update. See ``forward(to:as:object:fileID:line:)``.
  ///
  /// - Parameter userInfo: Returns the `userInfo` for an update. The default returns nil.
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
