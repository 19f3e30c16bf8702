internal import Dispatch
internal import Synchronization
internal import Tidings

/// The signs of life that the two programs of a task exchange.
final class Heartbeat: Sendable {
  private let missed = Atomic(0)

  /// Calls the closure at each heartbeat, until the token is released. It may block, so it has a queue of its own.
  static func every(_ interval: Duration, _ beat: @escaping @Sendable () -> Void) -> Subscription {
    Broadcaster.every(interval, scheduler: DispatchQueue(label: "Tidings NATS heartbeat")).attach { _ in beat() }
  }

  /// Records a sign of life, and handles it. Others wait for that, so none is missing in the meantime.
  func heard(_ handle: () -> Void) {
    missed.store(.min, ordering: .relaxed)
    handle()
    missed.store(0, ordering: .relaxed)
  }

  /// Starts to count. The closure is called when three heartbeats are missing, and may be called again later.
  func start(every interval: Duration, _ lost: @escaping @Sendable () -> Void) -> Subscription {
    Self.every(interval) { [self] in
      if missed.add(1, ordering: .relaxed).newValue > 3 { lost() }
    }
  }
}
