import TestSupport
import Tidings
import TidingsTesting

extension Subject {
  /// Operators with parameters for which they delay nothing. Their timing has separate tests.
  static let timing: [Subject] = [
    onBroadcaster("throttle") { $0.throttle(for: .zero, scheduler: ManualScheduler()) },
    onBroadcaster("debounce", mergesChanges: true) { source in
      Broadcaster.deferred { source.debounce(for: .seconds(1), scheduler: ImmediateScheduler()) }
    },
    onBroadcaster("collect(every:count:)") {
      $0.collect(every: .seconds(1), count: 1, scheduler: ManualScheduler()).map { $0[0] }
    },
    onBroadcaster("prefix(for:)") { $0.prefix(for: .seconds(1), scheduler: ManualScheduler()) },
    onBroadcaster("drop(for:)") { $0.drop(for: .zero, scheduler: ManualScheduler()) },
    onBroadcaster("measureInterval") { source in
      source.zip(source.measureInterval(using: ManualScheduler())).map { update, _ in update }
    },
    onValueAsEvents("throttle") { $0.throttle(for: .zero, scheduler: ManualScheduler()) },
    onValueAsEvents("collect(every:count:)") {
      $0.collect(every: .seconds(1), count: 1, scheduler: ManualScheduler()).map { $0[0] }
    },
    onValueAsEvents("prefix(for:)") { $0.prefix(for: .seconds(1), scheduler: ManualScheduler()) },
    onValueAsEvents("drop(for:)") { $0.drop(for: .zero, scheduler: ManualScheduler()) },
  ]
}
