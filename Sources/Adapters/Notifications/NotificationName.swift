public import Foundation
public import TidingsCore

/// The name of a notification together with the type of what it carries.
///
///     extension NotificationName where Payload == Int {
///       static var bytesDidArrive: Self { Self("bytesDidArrive") }
///     }
///
///     NotificationCenter.default.post(.bytesDidArrive, 1_024)
///     NotificationCenter.default.broadcaster(for: .bytesDidArrive).subscribe { print($0) }
///
/// The payload travels in the `userInfo` of an ordinary notification, as it is, under ``key``. So code that knows
/// nothing of this type takes part: it reads `notification.userInfo?["payload"] as? Int`, and what it posts like that is
/// received. To type a notification that is there already, give its name, and the key that its payload has.
public struct NotificationName<Payload: Sendable>: Sendable, Hashable {
  /// The name without the type.
  public let name: Notification.Name
  /// Where in `userInfo` the payload is.
  public let key: String

  /// Types a name that is there already.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - key: Where in `userInfo` the payload is.
  public init(_ name: Notification.Name, key: String = "payload") {
    self.name = name
    self.key = key
  }

  /// A name of your own.
  ///
  /// - Parameters:
  ///   - rawValue: The name.
  ///   - key: Where in `userInfo` the payload is.
  public init(_ rawValue: String, key: String = "payload") {
    self.init(Notification.Name(rawValue), key: key)
  }

  /// What a notification carries; nil when its name is another, or its payload missing or of another type.
  public func payload(of notification: Notification) -> Payload? {
    guard notification.name == name else { return nil }
    return notification.userInfo?[key] as? Payload
  }
}

extension NotificationCenter {
  /// Updates with what the notifications of a typed name carry.
  ///
  /// A notification of that name that carries something else, or nothing, is left out; otherwise as
  /// ``broadcaster(for:object:_:)``.
  ///
  /// - Parameters:
  ///   - name: What is posted.
  ///   - object: Whose notifications they are; nil for everybody's.
  public func broadcaster<Payload: Sendable>(
    for name: NotificationName<Payload>, object: AnyObject? = nil
  ) -> Broadcaster<Payload> {
    broadcaster(for: name.name, object: object) { name.payload(of: $0) }
  }

  /// Posts a notification of a typed name.
  ///
  /// - Parameters:
  ///   - name: What is posted.
  ///   - payload: What it carries.
  ///   - object: Who posts it.
  public func post<Payload: Sendable>(
    _ name: NotificationName<Payload>, _ payload: Payload, object: AnyObject? = nil
  ) {
    post(name: name.name, object: object, userInfo: [name.key: payload])
  }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension NotificationCenter {
  /// Updates with the messages of a type that may be posted on any thread.
  ///
  ///     center.broadcaster(for: DownloadDidMove.self).subscribe { print($0.bytes) }.store(in: subscriptions)
  ///
  /// The center has one observer for all subscribers, from the first to the last. Updates come in the concurrency pool, in
  /// the order in which they were posted, and `post` does not wait for them. Never ends.
  ///
  /// - Parameters:
  ///   - message: The type of the messages.
  ///   - subject: What they are about; nil for all. It is kept by the broadcaster.
  public func broadcaster<Message: AsyncMessage>(
    for message: Message.Type, of subject: Message.Subject? = nil
  ) -> Broadcaster<Message> where Message.Subject: AnyObject {
    messages(of: subject, for: message, bufferSize: .max).broadcaster()
  }

  /// Updates with the messages of a type that is posted on the main actor.
  ///
  /// They come there, before `post` returns. The center has one observer for all subscribers, from the first to the last.
  /// Never ends.
  ///
  /// - Parameters:
  ///   - message: The type of the messages.
  ///   - subject: What they are about; nil for all. It is kept by the broadcaster.
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
