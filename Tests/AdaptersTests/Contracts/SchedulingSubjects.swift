import TestSupport
import Tidings
import TidingsTesting

extension Subject {
  /// Operators that never wait here. Hops to a busy context have separate contracts.
  static let scheduling: [Subject] = [
    onBroadcaster("receive(on:), never hopping,") { $0.receive(on: ManualScheduler(), hop: .never) },
    onTask("receive(on:), never hopping,") { $0.receive(on: ManualScheduler(), hop: .never) },
    // A scheduler for each subscription, because a thread leaves its job to a thread that already runs jobs of the
    // scheduler.
    onBroadcaster("subscribe(on:)") { source in
      Broadcaster.deferred { source.subscribe(on: ImmediateScheduler()) }
    },
    onValueAsEvents("subscribe(on:)") { source in
      Broadcaster.deferred { source.subscribe(on: ImmediateScheduler()) }
    },
  ]

  static let schedulingOfValues = [
    onValue("receive(on:), never hopping,") { $0.receive(on: ManualScheduler(), hop: .never) }
  ]
}
