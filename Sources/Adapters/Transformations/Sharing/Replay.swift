public import TidingsCore

extension Publisher {
  /// Subscribes once for all subscribers, and gives those who come later the latest updates first, oldest first.
  ///
  ///     messages.replay(20)
  ///
  ///     source:     1 ---- 2 ---- 3 ----------- 4 --|
  ///     first:      1 ---- 2 ---- 3 ----------- 4 --|
  ///     replay(2):                   ^ 2 3 ---- 4 --|
  ///
  /// Like ``share()`` it subscribes with the first subscriber and gives up with the last. Ends when this publisher ends,
  /// for good: who subscribes later gets the latest updates and is then told of the end.
  ///
  /// A ``BroadcastSource`` can replay of itself, also what was sent when nobody listened.
  ///
  /// - Parameters:
  ///   - count: How many updates to keep; zero or more.
  ///   - retention: What is kept when the last subscriber has left. The next one then gets what was kept, and after it
  ///     what this publisher sends when it is subscribed to again.
  @inlinable
  public func replay(_ count: Int, whenUnused retention: ReplayRetention = .resetting) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("replay(_:whenUnused:) takes a count of zero or more, not \(count)") }
    return shared(remembering: count, whenUnused: retention)
  }
}

/// What a shared publisher still knows when its last subscriber has left.
public enum ReplayRetention: Sendable {
  /// Nothing: the next subscriber finds it as it was at first.
  case resetting
  /// What it knew: the next subscriber gets that, then what comes.
  case keeping
}
