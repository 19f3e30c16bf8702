import TidingsAdapters
import TidingsCore

/// A subscription to a stub, as the stub has seen it.
public struct StubSubscription: Sendable, Hashable {
  /// How a subscription is over.
  public enum Ending: Sendable, Hashable {
    /// The subscriber has given it up, or let go of its token, or an operator further down needs no more, as `prefix(_:)`.
    case invalidated(at: Duration)
    /// It was told of the stub's end.
    case ended(at: Duration)
  }

  /// When it began: the scheduler's time; without a scheduler, real time since the stub was made.
  public let startTime: Duration
  /// How and when it was over; nil while it goes on.
  public internal(set) var ending: Ending?

  /// A subscription to compare with.
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

  /// The same publisher, with each subscription to it on the record.
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
