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
/// For a publisher of your own give a ``Broadcaster`` a closure that starts it. Then every promise of the family holds for
/// any closure. Or implement ``attach(_:ended:)``, which must call one subscription's closures one at a time.
public protocol Publisher<Update>: Sendable {
  /// What subscribers receive. Updates may be kept and handed to other threads.
  associatedtype Update: Sendable

  /// Subscribes with closures that are called wherever an update is published, on any thread.
  ///
  /// This is the form for operators and for code that does not care where it runs.
  /// ``subscribe(isolation:fileID:line:_:)`` delivers where it was called.
  ///
  /// - Parameters:
  ///   - receive: Called with each update, one at a time.
  ///   - ended: Called once after the last update, unless the subscription was invalidated before.
  func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription
}

extension Publisher {
  /// Subscribes with a closure that is called wherever an update is published, on any thread.
  ///
  /// As ``attach(_:ended:)``, for code that need not know of the end.
  @inlinable
  public func attach(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription {
    attach(receive, ended: nil)
  }
}

/// How a publisher is subscribed to: its ``Publisher/attach(_:ended:)`` as a closure.
@usableFromInline
package typealias Attach<Update> =
  @Sendable (_ receive: @escaping @Sendable (Update) -> Void, _ ended: (@Sendable () -> Void)?) -> Subscription
