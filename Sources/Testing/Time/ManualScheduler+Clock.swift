import TidingsCore

/// A manual scheduler is a clock, too: what waits by `Task.sleep(for:clock:)` has the same time as what is scheduled.
extension ManualScheduler: Clock {
  /// A time of a ``ManualScheduler``.
  public struct Instant: InstantProtocol {
    /// How much time has passed by then.
    public let uptime: Duration

    /// The time at which so much has passed.
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

  /// The time that it is.
  public var now: Instant { Instant(uptime: uptime) }

  /// Zero, because any two times differ.
  public var minimumResolution: Duration { .zero }

  /// Returns when the time has come, or immediately when it is over. The tolerance does not count.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before.
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

/// One sleep, which ends once, before or after somebody waits for that.
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
