#if DEBUG
  /// The state of a source, from which debug builds detect one that was released without being finished.
  ///
  /// No update can reach a subscriber of such a source, so subscribing to it is reported.
  final class SourceLife: Sendable {
    private enum Phase {
      case alive
      case finished
      case gone
    }

    /// Called when a subscription in progress reaches a released source.
    @TaskLocal private static var foundGoneSource: (@Sendable () -> Void)?

    private let phase = Locked(Phase.alive)

    func finish() { phase.withLock { if $0 == .alive { $0 = .finished } } }

    func goAway() { phase.withLock { if $0 == .alive { $0 = .gone } } }

    /// Returns a broadcaster of the source. Subscribing to it reports a released source to the current search.
    func broadcaster<Update>(of hub: Hub<Update>) -> Broadcaster<Update> {
      Broadcaster(attaching: { [self] receive, ended in
        if let found = Self.foundGoneSource, phase.withLock({ $0 == .gone }) { found() }
        return hub.join(receive, ended: ended)
      })
    }

    /// Subscribes, and returns whether a released source was found on the way.
    static func searching(_ subscribe: () -> Subscription) -> (subscription: Subscription, foundGoneSource: Bool) {
      let isFound = Locked(false)
      let subscription = $foundGoneSource.withValue({ isFound.withLock { $0 = true } }, operation: subscribe)
      return (subscription, isFound.withLock { $0 })
    }
  }
#else
  struct SourceLife: Sendable {
    func finish() {}

    func goAway() {}

    func broadcaster<Update>(of hub: Hub<Update>) -> Broadcaster<Update> { Broadcaster(hub) }

    static func searching(_ subscribe: () -> Subscription) -> (subscription: Subscription, foundGoneSource: Bool) {
      (subscribe(), false)
    }
  }
#endif
