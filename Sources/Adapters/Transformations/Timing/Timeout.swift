public import TidingsCore

extension Publisher {
  /// Ends when nothing comes for too long.
  ///
  ///     heartbeats.timeout(.seconds(5), scheduler: DispatchQueue.main).subscribe { … } ended: { reconnect() }
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s --- 5s
  ///     source:  1 ---- 2 ------------------ 3 -------
  ///     result:  1 ---- 2 ----------- |               limit of 2 s
  ///
  /// Ends when this publisher ends, or when the limit has passed; then this publisher is given up. Updates are delivered
  /// where they are published, the end by the limit on the scheduler, or right behind an update that is being delivered
  /// just then. A busy scheduler is late to notice: an update that comes before it has noticed counts.
  ///
  /// Combine users know it by this name; there it may fail with an error of one's own, here
  /// ``timeout(_:scheduler:applies:switchingTo:)`` may switch to a failure. In Combine and Rx it is between updates;
  /// ReactiveSwift's `timeout(after:raising:on:)` is for the whole.
  ///
  /// - Parameters:
  ///   - limit: From the subscription on. Zero or less means as soon as possible: what is delivered at once passes. One
  ///     too long for the scheduler never passes.
  ///   - scheduler: Measures the time.
  ///   - wait: What the limit is for; by default for each wait between two updates.
  @inlinable
  public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .betweenUpdates
  ) -> Broadcaster<Update> {
    Broadcaster(limited(to: limit, of: wait, on: scheduler) { output, _ in output.end() })
  }

  /// Goes on with another publisher when nothing comes for too long.
  ///
  ///     time:    0s --- 1s --- 2s --- 3s --- 4s --- 5s
  ///     source:  1 ---- 2 ------------------ 3 -------
  ///     other:                        8 ---------- 9 |
  ///     result:  1 ---- 2 ----------- 8 ---------- 9 |    limit of 2 s
  ///
  /// As ``timeout(_:scheduler:applies:)``, and when the limit has passed, this publisher is given up and then the other
  /// subscribed to, for which there is no limit. Ends when this publisher ends in time, or else when the other does.
  @inlinable
  public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .betweenUpdates,
    switchingTo other: some Publisher<Update>
  ) -> Broadcaster<Update> {
    Broadcaster(
      limited(to: limit, of: wait, on: scheduler) { [other = Broadcaster(other)] _, inputs in
        inputs.connect(other, ended: .otherEnded) { .other($0) }
      })
  }

  /// - Parameter expire: What is done when the limit has passed and this publisher was given up.
  @inlinable
  func limited(
    to limit: Duration, of wait: TimeoutScope, on scheduler: some UpdateScheduler,
    _ expire: @escaping @Sendable (OperatorOutput<Update>, OperatorInputs<TimeoutInput<Update>>) -> Void
  ) -> MultiInputOperator<TimeoutInput<Update>, Update> {
    MultiInputOperator(
      from: { inputs in inputs.put(.start) }, remembering: TimeoutState(limit: limit)
    ) { [upstream = Broadcaster(self)] state, input, output, inputs in
      switch input {
      case .start:
        state.deadline.start(at: scheduler.uptime)
        state.timer = inputs.put(.tick, after: limit, on: scheduler)
        state.source = inputs.connect(upstream, ended: .ended) { .update($0) }
      case .update(let update):
        guard state.source != nil else { return }
        switch wait {
        case .betweenUpdates: state.deadline.start(at: scheduler.uptime)
        case .untilFirstUpdate: if let timer = state.stopTimer() { inputs.disconnect(timer) }
        case .overall: break
        }
        output(update)
      case .ended:
        if state.source != nil { output.end() }
      case .tick:
        guard let source = state.source else { return }
        switch state.deadline.check(at: scheduler.uptime) {
        case .none:
          break
        case .left(let duration):
          state.timer = inputs.put(.tick, after: duration, on: scheduler)
        case .passed:
          state.source = nil
          inputs.disconnect(source)
          expire(output, inputs)
        }
      case .other(let update):
        output(update)
      case .otherEnded:
        output.end()
      }
    }
  }
}

extension PublishedTask where Failure == any Error {
  /// Fails with a ``TimeoutError`` when the task takes too long; its run is then cancelled.
  ///
  ///     time:    0s ----- 1s ----- 2s -- failure(TimeoutError)|
  ///     task:    10% ---- 20% ---- 30% --------- success(1)|
  ///
  /// As ``Publisher/timeout(_:scheduler:applies:)``, but that the limit is by default for the whole task. The result is a
  /// task, run once for all subscribers. Tasks that fail in their own way say how, see
  /// ``timeout(_:scheduler:applies:failingWith:)``.
  public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .overall
  ) -> PublishedTask {
    timeout(limit, scheduler: scheduler, applies: wait) { TimeoutError(limit: limit) }
  }
}

extension PublishedTask {
  /// As ``timeout(_:scheduler:applies:)``, with a failure of the task's own type.
  ///
  /// - Parameter failure: Called when the limit has passed.
  public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .overall,
    failingWith failure: @escaping @Sendable () -> Failure
  ) -> PublishedTask {
    PublishedTask(
      limited(to: limit, of: wait, on: scheduler) { output, _ in output.complete(.failure(failure())) })
  }
}

@usableFromInline
enum TimeoutInput<Update: Sendable>: Sendable {
  case start
  case update(Update)
  case ended
  /// Time to look at the clock.
  case tick
  case other(Update)
  case otherEnded
}

@frozen @usableFromInline
struct TimeoutState: Sendable {
  @usableFromInline var deadline: Deadline
  /// Nil once the limit has passed.
  @usableFromInline var source: Upstreams.Key?
  @usableFromInline var timer: Upstreams.Key?

  @inlinable
  init(limit: Duration) {
    deadline = Deadline(limit: limit)
  }

  /// There is no limit any more. Returns the timer to give up.
  @inlinable
  mutating func stopTimer() -> Upstreams.Key? {
    deadline.stop()
    defer { timer = nil }
    return timer
  }
}

/// When a limit passes. Updates move it, and leave the timer alone: that is set again when it finds time left.
@frozen @usableFromInline
struct Deadline: Sendable {
  @usableFromInline
  enum Check: Equatable, Sendable {
    case none
    case left(Duration)
    case passed
  }

  @usableFromInline let limit: Duration
  @usableFromInline var due: Duration?

  @inlinable
  init(limit: Duration) {
    self.limit = max(limit, .zero)
  }

  @inlinable
  mutating func start(at now: Duration) {
    due = now.saturatingAdding(limit)
  }

  @inlinable
  mutating func stop() {
    due = nil
  }

  @inlinable
  func check(at now: Duration) -> Check {
    guard let due else { return .none }
    return now >= due ? .passed : .left(due.saturatingAdding(.zero - now))
  }
}

/// Which wait a time limit is for.
public enum TimeoutScope: Sendable {
  /// Each wait for the next update, the first too: the limit starts anew with every update.
  case betweenUpdates
  /// The wait for the first update; what comes after that takes as long as it likes.
  case untilFirstUpdate
  /// The whole, however many updates come meanwhile.
  case overall
}

/// What a task fails with that was given too little time, see ``PublishedTask/timeout(_:scheduler:applies:)``.
public struct TimeoutError: Error, Equatable {
  /// The time that it was given.
  public let limit: Duration

  /// A time limit that has passed.
  public init(limit: Duration) {
    self.limit = limit
  }
}

extension TimeoutError: CustomStringConvertible {
  /// What went wrong, in one line that can be shown to a person.
  public var description: String { "The time limit of \(limit) has passed" }
}
