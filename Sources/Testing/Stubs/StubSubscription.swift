import TidingsAdapters
import TidingsCore

/// A subscription to a stub.
public struct StubSubscription: Sendable, Hashable {
  /// The way in which a subscription ended.
  public enum Ending: Sendable, Hashable {
    /// Cancelled by the subscriber, or by a later operator such as `prefix(_:)`.
    case invalidated(at: Duration)
    /// The stub ended.
    case ended(at: Duration)
  }

  /// The start time: that of the scheduler, or else real time since the creation of the stub.
  public let startTime: Duration
  /// The way and time of its end, or nil while it is active.
  public internal(set) var ending: Ending?

  /// Creates a subscription, for comparisons.
  public init(startTime: Duration, ending: Ending? = nil) {
    self.startTime = startTime
    self.ending = ending
  }
}

/// The subscriptions to a stub, in the order in which they began.
final class SubscriptionLog: Sendable {
  private let clock: RecordingClock
  private let log = Locked<[StubSubscription]>([])

  init(timeOf scheduler: (any UpdateScheduler)?) {
    clock = RecordingClock(timeOf: scheduler)
  }

  var now: Duration { clock.now }

  var subscriptions: [StubSubscription] { log.withLock { $0 } }

  /// Returns the publisher with a record of each subscription.
  func watch<Update: Sendable>(_ broadcaster: Broadcaster<Update>) -> Broadcaster<Update> {
    .deferred { [self] in
      let number = begin()
      return broadcaster.handleEvents(
        ended: { [self] in finish(number, as: .ended(at: now)) },
        invalidated: { [self] in finish(number, as: .invalidated(at: now)) }
      )
    }
  }

  private func begin() -> Int {
    let subscription = StubSubscription(startTime: now)
    return log.withLock { log in
      log.append(subscription)
      return log.count - 1
    }
  }

  private func finish(_ number: Int, as ending: StubSubscription.Ending) {
    log.withLock { $0[number].ending = ending }
  }
}

/// Keeps a source that ends by going away, until it is to end.
final class HeldSource<Source: Sendable>: Sendable {
  private let held: Locked<Source?>

  init(_ source: Source) {
    held = Locked(source)
  }

  var source: Source? { held.withLock { $0 } }

  func letGo() {
    let source = held.withLock { source in
      defer { source = nil }
      return source
    }
    withExtendedLifetime(source) {}
  }
}
