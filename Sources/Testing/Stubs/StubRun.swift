import TidingsAdapters
import TidingsCore

/// One run of a task stub, from its start to its result or cancellation.
public final class StubRun<Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  /// The phase of a run.
  public enum Phase: Sendable, Hashable {
    /// Started, but not completed.
    case running
    /// Completed with a result.
    case completed
    /// Cancelled with its last subscriber.
    case cancelled
    /// Ended without a result.
    case ended
  }

  private struct State: Sendable {
    var phase = Phase.running
    var run: TaskRun<Progress, Success, Failure>?
  }

  private let state: Locked<State>

  init(_ run: TaskRun<Progress, Success, Failure>) { state = Locked(State(run: run)) }

  /// The phase of the run.
  public var phase: Phase { state.withLock { $0.phase } }

  /// Whether the run was cancelled with its last subscriber.
  public var isCancelled: Bool { phase == .cancelled }

  /// Reports progress. Ignored after the end of the run.
  public func report(_ progress: Progress) { state.withLock { $0.run }?.report(progress) }

  /// Completes the run with a value. Ignored after the end of the run.
  public func succeed(_ success: Success) { complete(.success(success)) }

  /// Completes the run with an error. Ignored after the end of the run.
  public func fail(_ failure: Failure) { complete(.failure(failure)) }

  /// Completes the run. Ignored after the end of the run.
  public func complete(_ result: Result<Success, Failure>) { leave(as: .completed)?.complete(result) }

  /// Ends the run without a result. Ignored after the end of the run.
  public func finish() { _ = leave(as: .ended) }
  func cancel() { _ = leave(as: .cancelled) }

  func perform(_ event: PublisherEvent<TaskUpdate<Progress, Success, Failure>>) {
    switch event {
    case .update(.inProgress(let progress)): report(progress)
    case .update(.completed(let result)): complete(result)
    case .ended: finish()
    }
  }

  private func leave(as phase: Phase) -> TaskRun<Progress, Success, Failure>? {
    state.withLock { state in
      guard state.phase == .running else { return nil }
      // A subscriber can leave while the task starts, before its start can be cancelled.
      let isWanted = state.run?.isWanted == true
      defer { state = State(phase: isWanted ? phase : .cancelled) }
      return state.run
    }
  }
}

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
  ///
  /// - Parameters:
  ///   - startTime: The start time.
  ///   - ending: The way and time of the end, or nil while it is active.
  public init(startTime: Duration, ending: Ending? = nil) {
    self.startTime = startTime
    self.ending = ending
  }
}

/// The subscriptions to a stub, in the order in which they began.
final class SubscriptionLog: Sendable {
  private let now: @Sendable () -> Duration
  private let log = Locked<[StubSubscription]>([])

  init(timeOf scheduler: (any UpdateScheduler)?) { now = clock(of: scheduler) }
  var subscriptions: [StubSubscription] { log.withLock { $0 } }

  /// Returns the publisher with a record of each subscription.
  func watch<Update: Sendable>(_ broadcaster: Broadcaster<Update>) -> Broadcaster<Update> {
    .deferred { [self] in
      let subscription = StubSubscription(startTime: now())
      let number = log.withLock { log in
        log.append(subscription)
        return log.count - 1
      }
      return broadcaster.handleEvents(
        ended: { [self] in finish(number, as: .ended(at: now())) },
        invalidated: { [self] in finish(number, as: .invalidated(at: now())) })
    }
  }

  private func finish(_ number: Int, as ending: StubSubscription.Ending) { log.withLock { $0[number].ending = ending } }
}

extension StubRun where Success == Void {
  /// Completes the run with success.
  public func succeed() { succeed(()) }
}
