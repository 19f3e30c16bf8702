public import TidingsCore

extension Publisher {
  /// Ends if there is no update for too long.
  ///
  ///     heartbeats.timeout(.seconds(5), scheduler: DispatchQueue.main).subscribe { … } ended: { reconnect() }
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s --- 5s
  ///     source:  1 ---- 2 ------------------ 3 -------
  ///     result:  1 ---- 2 ----------- |               limit of 2 s
  ///
  /// Ends when this publisher ends, or when the limit has passed. Then this publisher is cancelled. Updates are delivered on the
  /// publishing thread, and the end by the limit on the scheduler, or by another thread that is delivering an update at that
  /// moment. If the timer is late, an update that arrives before the timer still counts. <doc:FromOtherLibraries> compares.
  ///
  /// - Parameters:
  ///   - limit: The time from the subscription or from the last update. With zero or less, only updates that are delivered
  ///     during the subscription are in time. A limit that is too long for the scheduler never passes.
  ///   - scheduler: Measures the time.
  ///   - wait: The wait that the limit applies to. The default is each wait between two updates.
  @_alwaysEmitIntoClient public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .betweenUpdates
  ) -> Broadcaster<Update> {
    limited(to: limit, of: wait, on: scheduler) { _, output in output.end() }
  }

  /// Switches to another publisher if there is no update for too long.
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s --- 5s
  ///     source:  1 ---- 2 ------------------ 3 -------
  ///     other:                        8 ---------- 9 |
  ///     result:  1 ---- 2 ----------- 8 ---------- 9 |    limit of 2 s
  ///
  /// When the limit has passed, this publisher is cancelled, and then the other is subscribed to without a limit. Ends when this
  /// publisher ends in time, otherwise when the other ends. See ``timeout(_:scheduler:applies:)``.
  @_alwaysEmitIntoClient public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .betweenUpdates,
    switchingTo other: some Publisher<Update>
  ) -> Broadcaster<Update> {
    limited(to: limit, of: wait, on: scheduler) { [other = Broadcaster(other)] inputs, output in
      inputs.connect(other, to: output) { _ in output.end() }
    }
  }

  @_alwaysEmitIntoClient func limited(
    to limit: Duration, of wait: TimeoutScope, on scheduler: some UpdateScheduler,
    _ expire: @escaping @Sendable (OperatorInputs<TimeoutState>, OperatorOutput<Update>) -> Void
  ) -> Broadcaster<Update> {
    Broadcaster(remembering: TimeoutState(nil, nil)) { [upstream = Broadcaster(self)] inputs, output in
      @Sendable func setTimer(of state: inout TimeoutState, after delay: Duration) {
        state.timer = inputs.put(after: delay, on: scheduler) { state in
          guard inputs.isFollowing, let due = state.due else { return }
          let now = scheduler.uptime
          if now < due { return setTimer(of: &state, after: due.saturatingAdding(.zero - now)) }
          inputs.unfollow()
          expire(inputs, output)
        }
      }
      let due = scheduler.uptime.saturatingAdding(limit)
      inputs.put { $0.due = due }
      inputs.follow(upstream) { state, update in
        switch wait {
        case .betweenUpdates:
          state.due = scheduler.uptime.saturatingAdding(limit)
        case .untilFirstUpdate:
          state.due = nil
          if let timer = state.timer.take() { inputs.disconnect(timer) }
        case .overall:
          break
        }
        output(update)
      } ended: { _ in
        output.end()
      }
      // Not before, so that its input follows the updates that were delivered during the subscription.
      inputs.put { if $0.due != nil { setTimer(of: &$0, after: due.saturatingAdding(.zero - scheduler.uptime)) } }
    }
  }
}

extension PublishedTask where Failure == any Error {
  /// Fails with a ``TimeoutError`` if the task takes too long. Then its run is cancelled.
  ///
  ///     time:    0s ----- 1s ----- 2s -- failure(TimeoutError)|
  ///     task:    10% ---- 20% ---- 30% --------- success(1)|
  ///
  /// By default, the limit applies to the whole task. A task with another type of failure uses
  /// ``timeout(_:scheduler:applies:failingWith:)``. See ``Publisher/timeout(_:scheduler:applies:)``.
  @_alwaysEmitIntoClient public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .overall
  ) -> PublishedTask {
    timeout(limit, scheduler: scheduler, applies: wait) { TimeoutError(limit: limit) }
  }
}

extension PublishedTask {
  /// Fails with an error of the task's own type if the task takes too long. See ``timeout(_:scheduler:applies:)``.
  @_alwaysEmitIntoClient public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .overall,
    failingWith failure: @escaping @Sendable () -> Failure
  ) -> PublishedTask {
    PublishedTask(
      running: limited(to: limit, of: wait, on: scheduler) { _, output in output.complete(.failure(failure())) })
  }
}

/// The time at which the limit passes. Updates move it, but not the timer, which is set again if there is time left.
@usableFromInline typealias TimeoutState = (due: Duration?, timer: Upstreams.Key?)

/// The wait that a time limit applies to.
public enum TimeoutScope: Sendable {
  /// Each wait for the next update, including the first.
  case betweenUpdates
  /// The wait for the first update only.
  case untilFirstUpdate
  /// The total time, regardless of updates.
  case overall
}

/// The failure of a task that took too long. See ``PublishedTask/timeout(_:scheduler:applies:)``.
public struct TimeoutError: Error, Equatable, CustomStringConvertible {
  /// The time limit.
  public let limit: Duration

  /// Creates an error for a time limit that has passed.
  public init(limit: Duration) { self.limit = limit }
  public var description: String { "The time limit of \(limit) has passed" }
}
