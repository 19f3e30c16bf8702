/// Something that can be subscribed to.
///
/// Three families promise different things about when updates come:
///
/// - A ``Broadcaster`` sends events. Subscribing has no side effect that a subscriber could notice, and promises
///   no update.
/// - A ``PublishedValue`` delivers its current value before `subscribe` returns, then every change.
/// - A ``PublishedTask`` starts with its first subscriber, reports progress, completes once, and is cancelled when
///   nobody listens any more.
///
/// Implement ``attach(_:)`` for a publisher of your own, or, simpler, give a ``Broadcaster`` a closure that
/// starts it: then every promise of the family holds, whatever the closure does. An own implementation must call one
/// subscription's closure serially.
public protocol Publisher<Update>: Sendable {
  /// What subscribers receive. Updates may be kept and handed to other threads.
  associatedtype Update: Sendable

  /// Subscribes with a closure that is called wherever an update is published, on any thread.
  ///
  /// This is the raw form, for operators and for code that does not care where it runs.
  /// ``subscribe(isolation:fileID:line:_:)`` delivers where it was called.
  func attach(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription
}
