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
    var endTime: Duration?
  }

  /// The start time: that of the scheduler, or else real time since the creation of the stub.
  public let startTime: Duration
  private let now: @Sendable () -> Duration
  private let state: Locked<State>

  init(_ run: TaskRun<Progress, Success, Failure>, now: @escaping @Sendable () -> Duration) {
    startTime = now()
    self.now = now
    state = Locked(State(run: run))
  }

  /// The phase of the run.
  public var phase: Phase { state.withLock { $0.phase } }

  /// Whether the run was cancelled with its last subscriber.
  public var isCancelled: Bool { phase == .cancelled }

  /// The time of its end, or nil while it runs.
  public var endTime: Duration? { state.withLock { $0.endTime } }

  /// Reports progress. Ignored after the end of the run.
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

  /// Completes the run. Ignored after the end of the run.
  public func complete(_ result: Result<Success, Failure>) {
    leave(as: .completed)?.complete(result)
  }

  /// Ends the run without a result.
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
