internal import Dispatch
internal import Synchronization
internal import Tidings

/// The signs of life that the two programs of a task exchange.
final class Heartbeat: Sendable {
  private static let queue = DispatchQueue(label: "Tidings NATS heartbeat")

  private let missed = Atomic(0)

  /// Calls the closure at each heartbeat, until the token is released.
  static func every(_ interval: Duration, _ beat: @escaping @Sendable () -> Void) -> Subscription {
    Broadcaster.every(interval, scheduler: queue).attach { _ in beat() }
  }

  /// Records a sign of life.
  func heard() { missed.store(0, ordering: .relaxed) }

  /// Starts to count. The closure is called when three heartbeats are missing, and may be called again later.
  func start(every interval: Duration, _ lost: @escaping @Sendable () -> Void) -> Subscription {
    Self.every(interval) { [self] in
      if missed.add(1, ordering: .relaxed).newValue > 3 { lost() }
    }
  }
}
