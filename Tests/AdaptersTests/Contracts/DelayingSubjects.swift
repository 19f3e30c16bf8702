import TestSupport
import Tidings
import TidingsTesting

extension Subject {
  /// Operators with delays or limits, on a scheduler that does not wait or whose time does not pass.
  static let delaying: [Subject] = [
    onBroadcaster("delay") { $0.delay(for: .seconds(1), scheduler: ImmediateScheduler()) },
    onBroadcaster("timeout") { $0.timeout(.seconds(1), scheduler: ManualScheduler()) },
    onBroadcaster("timeout until the first update") {
      $0.timeout(.seconds(1), scheduler: ManualScheduler(), applies: .untilFirstUpdate)
    },
    onBroadcaster("timeout, after the limit,") { source in
      Broadcaster.never.timeout(.seconds(1), scheduler: ImmediateScheduler(), switchingTo: source)
    },
    // A scheduler for each subscription, because a thread leaves its job to a thread that already runs jobs of the
    // scheduler.
    onValueAsEvents("delay") { source in
      Broadcaster.deferred { source.delay(for: .seconds(1), scheduler: ImmediateScheduler()) }
    },
    onValueAsEvents("timeout") { $0.timeout(.seconds(1), scheduler: ManualScheduler()) },
    onValueAsEvents("timeout, after the limit,") { source in
      Broadcaster.deferred {
        Broadcaster.never.timeout(.seconds(1), scheduler: ImmediateScheduler(), switchingTo: source)
      }
    },
  ]
}
