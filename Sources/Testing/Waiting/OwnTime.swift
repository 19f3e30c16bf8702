import Dispatch
import Foundation
import TidingsCore

/// A clock that advances only while this process can run. It measures the limits of waiting.
///
/// It advances by ticks. A tick ends when a timer has fired, and then a job has run on the concurrency pool. So the
/// clock stands still while the process is suspended, and is slow while other programs or many tests use the processor.
/// In an idle process, such as one that hangs, it is as fast as real time.
package final class OwnTime: Sendable {
  package static let shared = OwnTime()
  private static let tick = Duration.milliseconds(50)

  private let state = Locked(State())

  private struct State: Sendable {
    var now = Duration.zero
    var alarms: [Int: Alarm] = [:]
    var lastID = 0
    var isTicking = false
  }

  private struct Alarm: Sendable {
    let due: Duration
    let action: @Sendable () -> Void
  }

  /// Calls a function after a time, on a thread of the clock. Returns the number to pass to ``cancel(_:)``.
  package func callAfter(_ limit: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let (id, isFirst) = state.withLock { state in
      // The tick that has begun may end at any moment.
      let due = state.now + limit + Self.tick
      state.lastID += 1
      state.alarms[state.lastID] = Alarm(due: due, action: action)
      defer { state.isTicking = true }
      return (state.lastID, !state.isTicking)
    }
    // A separate thread, because the pool can be blocked forever.
    if isFirst { Thread.detachNewThread { [self] in keepTicking() } }
    return id
  }

  package func cancel(_ id: Int) {
    // The closure is released outside the lock.
    let cancelled = state.withLock { $0.alarms.removeValue(forKey: id) }
    withExtendedLifetime(cancelled) {}
  }

  private func keepTicking() {
    repeat { waitForTick() } while advance()
  }

  /// Returns whether there is still an alarm to wait for.
  private func advance() -> Bool {
    let (due, goesOn) = state.withLock { state in
      state.now += Self.tick
      let now = state.now
      let due = state.alarms.filter { $0.value.due <= now }
      for id in due.keys { state.alarms[id] = nil }
      state.isTicking = !state.alarms.isEmpty
      return (due, state.isTicking)
    }
    for alarm in due.values { alarm.action() }
    return goesOn
  }

  private func waitForTick() {
    let turn = DispatchSemaphore(value: 0)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Self.tick.seconds)
    Task.detached { turn.signal() }
    var used = Self.processorTime
    while turn.wait(timeout: .now() + Self.tick.seconds) == .timedOut {
      // A pool that runs no job is either busy or blocked. It is blocked if the process has used no processor time
      // since the last check.
      let now = Self.processorTime
      if now - used < Self.tick / 20 { return }
      used = now
    }
  }
}

extension OwnTime {
  private static var processorTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
