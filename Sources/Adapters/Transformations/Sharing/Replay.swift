public import TidingsCore

extension Publisher {
  /// Shares one subscription, and delivers the latest updates to each new subscriber first, the oldest first.
  ///
  ///     messages.replay(20)
  ///
  ///     source:     1 ---- 2 ---- 3 ----------- 4 --|
  ///     first:      1 ---- 2 ---- 3 ----------- 4 --|
  ///     replay(2):                   ^ 2 3 ---- 4 --|
  ///
  /// Like ``share()``, it is subscribed from the first subscriber to the last. Ends when this publisher ends. A later
  /// subscriber receives the latest updates and then the end.
  ///
  /// A ``BroadcastSource`` can replay updates itself, also those that were sent without subscribers.
  ///
  /// - Parameters:
  ///   - count: The number of updates to keep, zero or more.
  ///   - retention: Whether the updates are kept after the last subscriber unsubscribes. The next subscriber receives
  ///     them first.
  @inlinable
  public func replay(_ count: Int, whenUnused retention: ReplayRetention = .resetting) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("replay(_:whenUnused:) takes a count of zero or more, not \(count)") }
    return shared(remembering: count, whenUnused: retention)
  }
}

/// The updates that a shared publisher keeps after its last subscriber has left.
public enum ReplayRetention: Sendable {
  /// Nothing. The next subscriber finds it in its initial state.
  case resetting
  /// The latest updates. The next subscriber receives them first.
  case keeping
}
