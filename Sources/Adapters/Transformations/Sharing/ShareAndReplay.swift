public import TidingsCore

extension Publisher {
  /// Shares one subscription among all subscribers.
  ///
  ///     let positions = raw.map { expensiveTransform($0) }.share()
  ///
  ///     source:  1 ------ 2 ------ 3 ------|
  ///     first:   1 ------ 2 ------ 3 ------|
  ///     second:        ^- 2 ------ 3 ------|
  ///
  /// The operators before it run once for each update, and all subscribers see the same updates in the same order. This publisher
  /// is subscribed to from the first subscriber to the last. Nothing is kept for later subscribers; see ``replay(_:whenUnused:)``
  /// and `publishedValue(initial:)`. A subscriber that joins inside a delivery also receives the updates that are pending at the
  /// source. Ends when this publisher ends. A later subscriber is only notified of the end. The result for a value is a value. A
  /// ``PublishedTask`` is always shared.
  @_alwaysEmitIntoClient public func share() -> Broadcaster<Update> { replay(0) }

  /// Returns this publisher as a broadcaster, to hide its type.
  @_alwaysEmitIntoClient public func broadcaster() -> Broadcaster<Update> { Broadcaster(self) }

  /// Shares one subscription, and delivers the latest updates to each new subscriber first, the oldest first.
  ///
  ///     messages.replay(20)
  ///
  ///     source:     1 ---- 2 ---- 3 ----------- 4 --|
  ///     first:      1 ---- 2 ---- 3 ----------- 4 --|
  ///     replay(2):                   ^ 2 3 ---- 4 --|
  ///
  /// Like ``share()``, it stays subscribed to this publisher from its first subscriber to its last. Ends when this publisher
  /// ends. A later subscriber receives the latest updates and then the end. A ``BroadcastSource`` can replay updates itself, also
  /// those that were sent without subscribers.
  ///
  /// - Parameters:
  ///   - count: The number of updates to keep, zero or more.
  ///   - retention: Whether the updates are kept after the last subscriber unsubscribes. The next subscriber receives them first.
  /// - Complexity: O(*count*) for each subscription.
  @_alwaysEmitIntoClient
  public func replay(_ count: Int, whenUnused retention: ReplayRetention = .resetting) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("replay(_:whenUnused:) takes a count of zero or more, not \(count)") }
    return Broadcaster(Hub(relaying: Broadcaster(self), remembering: count, keepsMemory: retention == .keeping))
  }
}

extension ValuePublisher {
  /// Shares one subscription among all subscribers. The result is a value. See ``Publisher/share()``.
  ///
  /// No thread waits for another: a subscriber that comes while another thread subscribes for the first one has a subscription
  /// of its own.
  @_alwaysEmitIntoClient public func share() -> PublishedValue<Update> {
    let value = publishedValue
    let known = Hub<Update?>.sharing {
      let nothing: Update? = nil
      return Hub(remembering: 1, initial: nothing) { hub, run, upstreams in
        upstreams.connect(value, ended: { hub.finish(in: run) }) { hub.publish($0, in: run) }
      }
    }
    return value.delivered(by: known.compactMap { $0 })
  }
}

/// The updates that a shared publisher keeps after its last subscriber has left.
public enum ReplayRetention: Sendable {
  /// Nothing. The next subscriber finds it in its initial state.
  case resetting
  /// The latest updates. The next subscriber receives them first.
  case keeping
}
