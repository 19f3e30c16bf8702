public import Foundation
import TidingsAdapters
public import TidingsCore

/// The name of a notification with the type of its payload.
///
///     extension NotificationName where Payload == Int {
///       static var bytesDidArrive: Self { Self("bytesDidArrive") }
///     }
///
///     NotificationCenter.default.post(.bytesDidArrive, 1_024)
///     NotificationCenter.default.broadcaster(for: .bytesDidArrive).subscribe { print($0) }.store(in: subscriptions)
///
/// The payload is in the `userInfo` of an ordinary notification, under ``key``. So code without this type can post and
/// receive such notifications, with `notification.userInfo?["payload"] as? Int`. For an existing notification, pass its
/// name and key. A name with the payload `Void` stands for notifications with or without `userInfo`.
public struct NotificationName<Payload: Sendable>: Sendable, Hashable {
  /// The name without the type.
  public let name: Notification.Name
  /// The key of the payload in `userInfo`.
  public let key: String

  /// Creates a typed name from an existing name. See ``name`` and ``key``.
  public init(_ name: Notification.Name, key: String = "payload") {
    self.name = name
    self.key = key
  }

  /// Creates a typed name. See ``name`` and ``key``.
  public init(_ rawValue: String, key: String = "payload") { self.init(Notification.Name(rawValue), key: key) }

  /// Returns the payload of a notification, or nil if it has another name, or no payload of this type.
  public func payload(of notification: Notification) -> Payload? {
    guard notification.name == name else { return nil }
    if Payload.self == Void.self { return () as? Payload }
    // The cast of a missing payload to an optional type would succeed.
    guard let payload = notification.userInfo?[key] else { return nil }
    return payload as? Payload
  }
}

extension NotificationCenter {
  /// Returns a broadcaster of the payloads of notifications with a typed name.
  ///
  /// Notifications without a payload of this type are skipped. See ``broadcaster(for:object:_:)``.
  public func broadcaster<Payload: Sendable>(
    for name: NotificationName<Payload>, object: AnyObject? = nil
  ) -> Broadcaster<Payload> {
    broadcaster(for: name.name, object: object) { name.payload(of: $0) }
  }

  /// Posts a notification with a typed name. See `broadcaster(for:object:)`, which receives its payload.
  public func post<Payload: Sendable>(_ name: NotificationName<Payload>, _ payload: Payload, object: AnyObject? = nil) {
    post(name: name.name, object: object, userInfo: [name.key: payload])
  }

  /// Posts a notification without content. See ``post(_:_:object:)``.
  public func post(_ name: NotificationName<Void>, object: AnyObject? = nil) { post(name, (), object: object) }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) extension NotificationCenter {
  /// Returns a broadcaster of messages that can be posted on any thread.
  ///
  ///     center.broadcaster(for: DownloadDidMove.self).subscribe { print($0.bytes) }.store(in: subscriptions)
  ///
  /// All subscribers share one observer. Updates are delivered on the concurrency pool, in the order in which they were posted.
  /// `post` does not wait for them. Never ends, and keeps the center and the subject alive.
  ///
  /// - Parameters:
  ///   - message: The type of the messages.
  ///   - subject: The subject of the messages, or nil for all.
  public func broadcaster<Message: AsyncMessage>(
    for message: Message.Type, of subject: Message.Subject? = nil
  ) -> Broadcaster<Message> where Message.Subject: AnyObject {
    // The sequence has only a weak reference, and delivers the messages of all subjects after its release.
    let kept = KeptSubject(subject: subject)
    let messages = messages(of: subject, for: message, bufferSize: .max).broadcaster()
    return Broadcaster(attaching: { receive, ended in
      messages.attach({ message in withExtendedLifetime(kept) { receive(message) } }, ended: ended)
    })
  }

  /// Returns a broadcaster of messages that are posted on the main actor, delivered before `post` returns.
  ///
  /// Never ends, and keeps the subject alive. See `broadcaster(for:of:)` for the parameters.
  public func broadcaster<Message: MainActorMessage & Sendable>(
    for message: Message.Type, of subject: Message.Subject? = nil
  ) -> Broadcaster<Message> where Message.Subject: AnyObject & Sendable {
    Broadcaster { [weak self] source in
      guard let self else { return .ended }
      let token = addObserver(of: subject, for: message) { source.send($0) }
      return Subscription { self.removeObserver(token) }
    }
  }
}

/// Invariant behind `@unchecked`: the object is only kept alive and released.
private struct KeptSubject: @unchecked Sendable {
  let subject: AnyObject?
}
