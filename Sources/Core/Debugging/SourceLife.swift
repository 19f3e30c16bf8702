#if DEBUG
  /// Detects a subscription to a source that was released without being finished, which no update can reach.
  final class SourceLife: Sendable {
    private enum Phase {
      case alive, finished, gone
    }

    /// Called when a subscription in progress reaches a released source.
    @TaskLocal private static var foundGoneSource: (@Sendable () -> Void)?

    private let phase = Locked(Phase.alive)

    func finish() { phase.withLock { if $0 == .alive { $0 = .finished } } }
    func goAway() { phase.withLock { if $0 == .alive { $0 = .gone } } }

    func broadcaster<Update>(of hub: Hub<Update>) -> Broadcaster<Update> {
      Broadcaster(attaching: { [self] receive, ended in
        if let found = Self.foundGoneSource, phase.withLock({ $0 == .gone }) { found() }
        return hub.join(receive, ended: ended)
      })
    }

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
