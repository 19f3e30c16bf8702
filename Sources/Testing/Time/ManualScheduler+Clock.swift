import TidingsCore

/// A manual scheduler is a clock for `Task.sleep(for:clock:)`.
extension ManualScheduler: Clock {
  /// A time of a ``ManualScheduler``.
  public struct Instant: InstantProtocol {
    /// The time since the creation of the scheduler.
    public let uptime: Duration

    /// Creates an instant from the time since the creation of the scheduler.
    public init(uptime: Duration) {
      self.uptime = uptime
    }

    public func advanced(by duration: Duration) -> Instant {
      Instant(uptime: uptime.saturatingAdding(duration))
    }

    public func duration(to other: Instant) -> Duration {
      other.uptime - uptime
    }

    public static func < (left: Instant, right: Instant) -> Bool {
      left.uptime < right.uptime
    }
  }

  /// The current time.
  public var now: Instant { Instant(uptime: uptime) }

  /// Zero.
  public var minimumResolution: Duration { .zero }

  /// Waits until a time, or returns immediately if it has passed. The tolerance is ignored.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the wait ends.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    guard deadline > now else { return }
    let sleep = Sleep()
    let number = add({ sleep.end(.success(())) }) { max($0, deadline.uptime) }
    try await withTaskCancellationHandler {
      try await sleep.ended()
    } onCancel: {
      remove(number)
      sleep.end(.failure(CancellationError()))
    }
  }
}

/// One sleep, which can end before or after the wait for it.
private final class Sleep: Sendable {
  private enum State: Sendable {
    case begun
    case waiting(CheckedContinuation<Void, any Error>)
    case over(Result<Void, any Error>)
  }

  private let state = Locked(State.begun)

  func ended() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let result: Result<Void, any Error>? = state.withLock { state in
        if case .over(let result) = state { return result }
        state = .waiting(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }
  }

  func end(_ result: Result<Void, any Error>) {
    let waiting: CheckedContinuation<Void, any Error>? = state.withLock { state in
      switch state {
      case .begun:
        state = .over(result)
        return nil
      case .waiting(let continuation):
        state = .over(result)
        return continuation
      case .over:
        return nil
      }
    }
    waiting?.resume(with: result)
  }
}
