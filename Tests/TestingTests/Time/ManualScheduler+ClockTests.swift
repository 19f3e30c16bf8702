import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A manual scheduler as a clock")
struct ManualSchedulerClockTests {
  private let scheduler = ManualScheduler()

  @Test func `wakes a task when its time has come, and not before`() async throws {
    let history = History<String>()
    let task = Task { [scheduler] in
      try await Task.sleep(for: .seconds(2), clock: scheduler)
      history.record("awake at \(scheduler.uptime)")
    }
    let job = scheduler.enqueue(after: .seconds(1)) { [scheduler] in history.record("job at \(scheduler.uptime)") }
    await scheduler.waitForPendingJobs(2)
    scheduler.advance(by: .seconds(1))
    #expect(history.events == ["job at 1.0 seconds"])
    scheduler.advance(by: .seconds(1))
    try await task.value
    #expect(history.events == ["job at 1.0 seconds", "awake at 2.0 seconds"])
    withExtendedLifetime(job) {}
  }

  @Test func `waits for jobs until the waiting task is cancelled`() async {
    let task = Task { [scheduler] in await scheduler.waitForPendingJobs() }
    task.cancel()
    await task.value
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `returns immediately where the time is over`() async throws {
    scheduler.advance(by: .seconds(5))
    try await scheduler.sleep(until: .init(uptime: .seconds(5)), tolerance: nil)
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `throws when the task is cancelled, and leaves no job`() async {
    let task = Task { [scheduler] in try await Task.sleep(for: .seconds(2), clock: scheduler) }
    await scheduler.waitForPendingJobs()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `throws in a task that was cancelled before`() async {
    let (isCancelled, cancel) = AsyncStream<Void>.makeStream()
    let task = Task { [scheduler] in
      for await _ in isCancelled {}
      try await Task.sleep(for: .seconds(2), clock: scheduler)
    }
    task.cancel()
    cancel.finish()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `sleeps that begin beside each other end in the order of their times`() async throws {
    let tasks = [3, 1, 2].map { seconds in
      (seconds, Task { [scheduler] in try await Task.sleep(for: .seconds(seconds), clock: scheduler) })
    }
    await scheduler.waitForPendingJobs(3)
    for (seconds, task) in tasks.sorted(by: { $0.0 < $1.0 }) {
      scheduler.advance(by: .seconds(1))
      try await task.value
      #expect(scheduler.pendingJobs == 3 - seconds)
    }
  }

  @Test func `measures the time that passes`() {
    let elapsed = scheduler.measure { scheduler.advance(by: .seconds(3)) }
    #expect(elapsed == .seconds(3))
  }
}
