import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsTesting

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
    let clock = ManualScheduler()
    let queue = DispatchQueue(label: "clock")
    let scheduler = ClockScheduler(clock, on: queue)
    let jobs = [
      scheduler.enqueue(after: .seconds(2)) { [history] in history.record("second") },
      scheduler.enqueue(after: .seconds(1)) { [history] in history.record("first") },
      scheduler.enqueue(after: .seconds(2)) { [history] in history.record("third") },
      scheduler.enqueue(after: .seconds(9)) { [history] in history.record("late") },
    ]
    await clock.waitForPendingJobs(4)
    queue.sync {}
    #expect(history.events.isEmpty)
    // All three sleeps end at the same time.
    clock.advance(by: .seconds(3))
    await onThreads { [history] _ in history.waitForCount(3) }
    #expect(Set(history.events) == ["first", "second", "third"])
    #expect(scheduler.uptime == .seconds(3))
    withExtendedLifetime(jobs) {}
  }

  @Test func `cancels the sleep of a cancelled job, and releases the job`() async {
    let clock = ManualScheduler()
    let scheduler = ClockScheduler(clock)
    let cancelled = scheduler.enqueue(after: .seconds(1)) { [history] in history.record("cancelled") }
    await clock.waitForPendingJobs(1)
    cancelled.invalidate()
    await eventually("the sleep to end") { clock.pendingJobs == 0 }
    let next = scheduler.enqueue(after: .seconds(1)) { [history] in history.record("next") }
    await clock.waitForPendingJobs(1)
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
