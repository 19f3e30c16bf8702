public import Foundation
public import TidingsCore

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
