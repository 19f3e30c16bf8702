import Synchronization
public import TidingsCore

extension Publisher {
  /// Calls closures for the events of each subscription, and delivers updates unchanged.
  ///
  ///     taps.handleEvents(update: { analytics.note($0) }, ended: { analytics.close() })
  ///
  ///     source:  ---------- 1 ------- 2 ------- |
  ///     result:  ---------- 1 ------- 2 ------- |
  ///     calls:   subscribed update(1) update(2) ended
  ///
  /// For each subscription, `subscribed` is called first, and exactly one of `ended` and `invalidated` last. Ends when
  /// this publisher ends. In Rx, this is `do`, and in ReactiveSwift `on`.
  ///
  /// - Parameters:
  ///   - subscribed: Called on the subscribing thread, before the first update.
  ///   - update: Called with each update before its delivery, on the publishing thread.
  ///   - ended: Called after the last update, when the publisher has ended.
  ///   - invalidated: Called when the subscription is cancelled by its token, or by a later operator such as
  ///     `prefix(_:)`. During a delivery, it is called after the delivery, on the delivering thread.
  // Disfavored, so that ``MainActorBroadcaster`` and ``MainActorValue`` use their overloads with main-actor closures.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> Broadcaster<Update> {
    handling(subscribed, update, ended, invalidated)
  }
}

extension ValuePublisher {
  /// Returns a value. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  @_alwaysEmitIntoClient
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(by: value.handling(subscribed, update, ended, invalidated))
  }
}

extension PublishedTask {
  /// Returns a task. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// The closures are called for each subscriber. The work starts once for all.
  @_alwaysEmitIntoClient
  public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> PublishedTask<Progress, Success, Failure> {
    delivered(by: handling(subscribed, update, ended, invalidated))
  }
}

extension Publisher {
  @_alwaysEmitIntoClient
  func handling(
    _ subscribed: (@Sendable () -> Void)?, _ update: (@Sendable (Update) -> Void)?,
    _ ended: (@Sendable () -> Void)?, _ invalidated: (@Sendable () -> Void)?
  ) -> Broadcaster<Update> {
    let observed = handling(subscribed, ended, invalidated)
    guard let update else { return observed }
    return observed.through { new, emit in
      update(new)
      emit(new)
    }
  }

  @usableFromInline
  func handling(
    _ subscribed: (@Sendable () -> Void)?, _ ended: (@Sendable () -> Void)?, _ invalidated: (@Sendable () -> Void)?
  ) -> Broadcaster<Update> {
    guard subscribed != nil || ended != nil || invalidated != nil else { return Broadcaster(self) }
    return Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, endSubscriber in
      if let subscribed { Nesting.outside(subscribed) }
      let cancellation = Cancellation(invalidated)
      return upstream.attach { update in
        withExtendedLifetime(cancellation) { receive(update) }
      } ended: {
        cancellation.ruleOut()
        ended?()
        endSubscriber?()
      }
    })
  }
}

/// Reports that a subscription was cancelled: the closures that keep this object are released before the end.
private final class Cancellation: Sendable {
  private let action: (@Sendable () -> Void)?
  private let hasEnded = Atomic(false)

  init(_ action: (@Sendable () -> Void)?) {
    self.action = action
  }

  func ruleOut() {
    hasEnded.store(true, ordering: .releasing)
  }

  deinit {
    if !hasEnded.load(ordering: .acquiring) { action?() }
  }
}
