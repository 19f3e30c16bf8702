import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A clock as a scheduler")
struct ClockSchedulerTests {
  private let history = History<String>()

  @Test func `runs jobs in order, and is current only while it runs them`() async {
    let scheduler = ClockScheduler(ContinuousClock())
    for number in 1...10 {
      scheduler.enqueue { [history] in history.record(scheduler.isCurrent ? "\(number)" : "elsewhere") }
    }
    await onThreads { [history] _ in history.waitForCount(10) }
    #expect(history.events == (1...10).map { "\($0)" })
    #expect(!scheduler.isCurrent)
  }

  @Test func `accepts any tolerance`() async {
    let scheduler = ClockScheduler(ContinuousClock())
    let longest = scheduler.enqueue(after: .nanoseconds(1), tolerance: Duration(attoseconds: .max)) {}
    let job = scheduler.enqueue(after: .milliseconds(1)) { [history] in history.record("done") }
    await onThreads { [history] _ in history.waitForCount(1) }
    withExtendedLifetime((longest, job)) {}
  }

  @Test func `runs delayed jobs when they are due by the clock, not before`() async {
    let clock = SteppedClock()
    let queue = DispatchQueue(label: "clock")
    let scheduler = ClockScheduler(clock, on: queue)
    let jobs = [
      scheduler.enqueue(after: .seconds(2)) { [history] in history.record("second") },
      scheduler.enqueue(after: .seconds(1)) { [history] in history.record("first") },
      scheduler.enqueue(after: .seconds(2)) { [history] in history.record("third") },
      scheduler.enqueue(after: .seconds(9)) { [history] in history.record("late") },
    ]
    await clock.waitForSleepers(4)
    queue.sync {}
    #expect(history.events.isEmpty)
    // All three sleepers wake up at the same time.
    clock.advance(by: .seconds(3))
    await onThreads { [history] _ in history.waitForCount(3) }
    #expect(Set(history.events) == ["first", "second", "third"])
    #expect(scheduler.uptime == .seconds(3))
    withExtendedLifetime(jobs) {}
  }

  @Test func `cancels the sleep of a cancelled job, and releases the job`() async {
    let clock = SteppedClock()
    let scheduler = ClockScheduler(clock)
    let cancelled = scheduler.enqueue(after: .seconds(1)) { [history] in history.record("cancelled") }
    await clock.waitForSleepers(1)
    cancelled.invalidate()
    await clock.waitForSleepers(0)
    let next = scheduler.enqueue(after: .seconds(1)) { [history] in history.record("next") }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    await onThreads { [history] _ in history.waitForCount(1) }
    #expect(history.events == ["next"])
    withExtendedLifetime(next) {}
  }

  @Test func `runs a job with a delay of zero or less immediately, and one with the longest delay never`() async {
    let scheduler = ClockScheduler(ContinuousClock())
    let jobs = [
      scheduler.enqueue(after: .longest, tolerance: .longest) { [history] in history.record("never") },
      scheduler.enqueue(after: .zero) { [history] in history.record("zero") },
      scheduler.enqueue(after: .seconds(-1), tolerance: .seconds(-1)) { [history] in history.record("negative") },
    ]
    await onThreads { [history] _ in history.waitForCount(2) }
    #expect(Set(history.events) == ["zero", "negative"])
    withExtendedLifetime(jobs) {}
  }
}

/// A clock that the test advances.
private final class SteppedClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State: Sendable {
    var now = Instant(offset: .zero)
    var sleepers: [Int: (wakes: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var lastID = 0
    var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

    mutating func takeWaiting() -> CheckedContinuation<Void, Never>? {
      guard let waiting, waiting.count == sleepers.count else { return nil }
      self.waiting = nil
      return waiting.continuation
    }
  }

  private let state = Locked(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let waiting = state.withLock { state in
          state.sleepers[id] = (deadline, continuation)
          return state.takeWaiting()
        }
        waiting?.resume()
        if Task.isCancelled { wake(id, throwing: CancellationError()) }
      }
    } onCancel: {
      wake(id, throwing: CancellationError())
    }
  }

  private func wake(_ id: Int, throwing error: (any Error)? = nil) {
    let (sleeper, waiting) = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      return (sleeper?.continuation, state.takeWaiting())
    }
    if let error { sleeper?.resume(throwing: error) } else { sleeper?.resume() }
    waiting?.resume()
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      return state.sleepers.filter { $0.value.wakes <= state.now }.map(\.key)
    }
    for id in due { wake(id) }
  }

  func waitForSleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let waiting = state.withLock { state in
        state.waiting = (count, continuation)
        return state.takeWaiting()
      }
      waiting?.resume()
    }
  }
}
