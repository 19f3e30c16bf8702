/// A source of updates, to which a subscriber subscribes with a closure.
///
/// There are three kinds of publishers. Choose one by the guarantees that its subscribers need:
/// - A ``Broadcaster`` sends events. It guarantees no update, and subscribing has no noticeable side effect.
/// - A ``PublishedValue`` delivers its current value before `subscribe` returns, and then every change.
/// - A ``PublishedTask`` starts for its first subscriber, reports progress, completes once, and is cancelled without subscribers.
///
/// To make a publisher of your own, create a ``Broadcaster`` with a closure that starts it. All guarantees then hold for any
/// closure. Or implement ``attach(_:ended:)``.
public protocol Publisher<Update>: Sendable {
  /// The type of the updates. Updates may be kept and passed to other threads.
  associatedtype Update: Sendable

  /// Subscribes with closures that run on the publishing thread, which can be any thread.
  ///
  /// Use this form for operators and for code that can run on any thread. ``subscribe(isolation:fileID:line:_:)`` delivers
  /// updates on the caller's actor.
  ///
  /// An implementation must keep the contracts P1 to P11 of <doc:ThreadsOrderAndLifetime>. It calls the closures of a
  /// subscription one at a time, also during this call, and never after the returned token was invalidated on the same thread. It
  /// holds no lock during a call, and releases the closures after the end or the cancellation. The returned token must end with
  /// the publisher, so it is that of another publisher; one that was made with ``Subscription/init(onInvalidate:)`` never ends.
  /// The simplest implementation forwards the call to a ``Broadcaster``; <doc:OwnOperators> has an example.
  /// `expectPublisherContracts` of the test kit checks an implementation.
  ///
  /// - Parameters:
  ///   - receive: Called with each update, one at a time.
  ///   - ended: Called once after the last update, unless the subscription was invalidated before.
  func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription
}

extension Publisher {
  /// Equivalent to ``attach(_:ended:)`` without an end handler.
  @inlinable public func attach(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription {
    attach(receive, ended: nil)
  }

  /// Subscribes for code that waits.
  ///
  /// - Parameter over: Called once when no more updates are delivered: at the end, or when the closures are released, such as by
  ///   `removeAllSubscribers()` of the source.
  package func attachWaiting(
    _ receive: @escaping @Sendable (Update) -> Void, over: @escaping @Sendable () -> Void
  ) -> Subscription {
    let token = Subscription(onInvalidate: over)
    return attach({ update in withExtendedLifetime(token) { receive(update) } }, ended: { token.invalidate() })
  }
}

/// ``Publisher/attach(_:ended:)`` of a publisher, as a closure.
@usableFromInline package typealias Attach<Update> =
  @Sendable (_ receive: @escaping @Sendable (Update) -> Void, _ ended: (@Sendable () -> Void)?) -> Subscription

/// An update of a publisher, or its end.
@frozen public enum PublisherEvent<Update> {
  /// An update.
  case update(Update)
  /// The end of the publisher. No event follows.
  case ended
}

extension PublisherEvent: Sendable where Update: Sendable {}
extension PublisherEvent: Equatable where Update: Equatable {}
extension PublisherEvent: Hashable where Update: Hashable {}
