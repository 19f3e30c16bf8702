import TidingsAdapters
import TidingsCore

/// One run of a task stub, from its start to its result or its cancellation.
public final class StubRun<Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  /// How far a run is.
  public enum Phase: Sendable, Hashable {
    /// Started, and not over.
    case running
    /// It has completed with a result.
    case completed
    /// It was cancelled because its last subscriber left.
    case cancelled
    /// It has gone away without a result.
    case ended
  }

  private struct State: Sendable {
    var phase = Phase.running
    var run: TaskRun<Progress, Success, Failure>?
    var endTime: Duration?
  }

  /// When it was started: the scheduler's time; without a scheduler, real time since the stub was made.
  public let startTime: Duration
  private let now: @Sendable () -> Duration
  private let state: Locked<State>

  init(_ run: TaskRun<Progress, Success, Failure>, now: @escaping @Sendable () -> Duration) {
    startTime = now()
    self.now = now
    state = Locked(State(run: run))
  }

  /// How far it is.
  public var phase: Phase { state.withLock { $0.phase } }

  /// Whether the run was cancelled because its task lost its last subscriber.
  public var isCancelled: Bool { phase == .cancelled }

  /// When it was over; nil while it runs.
  public var endTime: Duration? { state.withLock { $0.endTime } }

  /// Tells how far the work is; dropped when the run is over.
  public func report(_ progress: Progress) {
    state.withLock { $0.run }?.report(progress)
  }

  /// Completes the run with a value.
  public func succeed(_ success: Success) {
    complete(.success(success))
  }

  /// Completes the run with an error.
  public func fail(_ failure: Failure) {
    complete(.failure(failure))
  }

  /// Completes the run; dropped when it is over.
  public func complete(_ result: Result<Success, Failure>) {
    leave(as: .completed)?.complete(result)
  }

  /// Lets the run go away without a result.
  public func finish() {
    let run = leave(as: .ended)
    withExtendedLifetime(run) {}
  }

  func cancel() {
    let run = leave(as: .cancelled)
    withExtendedLifetime(run) {}
  }

  func perform(_ event: PublisherEvent<TaskUpdate<Progress, Success, Failure>>) {
    switch event {
    case .update(.inProgress(let progress)): report(progress)
    case .update(.completed(let result)): complete(result)
    case .ended: finish()
    }
  }

  private func leave(as phase: Phase) -> TaskRun<Progress, Success, Failure>? {
    let time = now()
    return state.withLock { state in
      guard state.phase == .running else { return nil }
      defer { state = State(phase: phase, run: nil, endTime: time) }
      return state.run
    }
  }
}
