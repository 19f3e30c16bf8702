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

    /// The result of a search for a released source during one subscription.
    final class Search: Sendable {
      private let hasFound = Locked(false)

      var isSuccessful: Bool { hasFound.withLock { $0 } }

      fileprivate func succeed() {
        hasFound.withLock { $0 = true }
      }
    }

    @TaskLocal private static var search: Search?

    private let phase = Locked(Phase.alive)

    func finish() {
      phase.withLock { if $0 == .alive { $0 = .finished } }
    }

    func goAway() {
      phase.withLock { if $0 == .alive { $0 = .gone } }
    }

    /// Returns a broadcaster of the source. Subscribing to it reports a released source to the current search.
    func broadcaster<Update>(of hub: Hub<Update>) -> Broadcaster<Update> {
      Broadcaster(attaching: { [self] receive, ended in
        if let search = Self.search, phase.withLock({ $0 == .gone }) { search.succeed() }
        return hub.join(receive, ended: ended)
      })
    }

    /// Subscribes, and returns whether a released source was found on the way.
    static func searching(_ subscribe: () -> Subscription) -> (subscription: Subscription, foundGoneSource: Bool) {
      let new = Search()
      let subscription = $search.withValue(new, operation: subscribe)
      return (subscription, new.isSuccessful)
    }
  }
#else
  struct SourceLife: Sendable {
    func finish() {}

    func goAway() {}

    func broadcaster<Update>(of hub: Hub<Update>) -> Broadcaster<Update> {
      Broadcaster(hub)
    }

    static func searching(_ subscribe: () -> Subscription) -> (subscription: Subscription, foundGoneSource: Bool) {
      (subscribe(), false)
    }
  }
#endif
