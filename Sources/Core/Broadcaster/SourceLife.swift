#if DEBUG
  /// Knows whether a source has gone away without being finished, for a note in debug builds: nobody can send any more to
  /// those who subscribe then.
  final class SourceLife: Sendable {
    private enum Phase {
      case alive
      case finished
      case gone
    }

    /// Whether a source has been found gone while something subscribed.
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

    /// A broadcaster of the source, whose subscribers learn whether the source is gone.
    func broadcaster<Update>(of hub: Hub<Update>) -> Broadcaster<Update> {
      Broadcaster(attaching: { [self] receive, ended in
        if let search = Self.search, phase.withLock({ $0 == .gone }) { search.succeed() }
        return hub.join(receive, ended: ended)
      })
    }

    /// Subscribes, and tells whether a source on the way was gone.
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
