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
  @_disfavoredOverload @_alwaysEmitIntoClient public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> Broadcaster<Update> {
    let observed = handling(subscribed, ended, invalidated)
    guard let update else { return observed }
    return observed.through { new, emit in
      update(new)
      emit(new)
    }
  }

  @usableFromInline func handling(
    _ subscribed: (@Sendable () -> Void)?, _ ended: (@Sendable () -> Void)?, _ invalidated: (@Sendable () -> Void)?
  ) -> Broadcaster<Update> {
    guard subscribed != nil || ended != nil || invalidated != nil else { return Broadcaster(self) }
    return Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, endSubscriber in
      if let subscribed { Nesting.outside(subscribed) }
      // A cancellation releases the closures that keep it, before an end.
      let cancellation = Subscription { invalidated?() }
      return upstream.attach { update in
        withExtendedLifetime(cancellation) { receive(update) }
      } ended: {
        cancellation.retire()
        ended?()
        endSubscriber?()
      }
    })
  }
}

extension ValuePublisher {
  /// Returns a value. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  @_alwaysEmitIntoClient public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(
      by: Broadcaster(value).handleEvents(
        subscribed: subscribed, update: update, ended: ended, invalidated: invalidated))
  }
}

extension PublishedTask {
  /// Returns a task. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// The closures are called for each subscriber. The work starts once for all.
  @_alwaysEmitIntoClient public func handleEvents(
    subscribed: (@Sendable () -> Void)? = nil, update: (@Sendable (Update) -> Void)? = nil,
    ended: (@Sendable () -> Void)? = nil, invalidated: (@Sendable () -> Void)? = nil
  ) -> PublishedTask<Progress, Success, Failure> {
    delivered(
      by: Broadcaster(self).handleEvents(
        subscribed: subscribed, update: update, ended: ended, invalidated: invalidated))
  }
}
