import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A manual scheduler")
struct ManualSchedulerTests {
  private let scheduler = ManualScheduler()
  private let history = History<String>()

  private func job(_ name: String, after delay: Duration) -> Subscription {
    scheduler.enqueue(after: delay) { [scheduler, history] in history.record("\(name) at \(scheduler.uptime)") }
  }

  @Test func `runs due jobs in order of time and then of enqueuing, each at its own time`() {
    let jobs = [
      job("c", after: .seconds(2)), job("a", after: .seconds(1)), job("d", after: .seconds(2)),
      job("b", after: .seconds(1)), job("late", after: .seconds(9)),
    ]
    scheduler.advance(by: .seconds(5))
    #expect(
      history.events == ["a at 1.0 seconds", "b at 1.0 seconds", "c at 2.0 seconds", "d at 2.0 seconds"])
    #expect(scheduler.uptime == .seconds(5))
    #expect(scheduler.pendingJobs == 1)
    #expect(scheduler.nextDue == .seconds(9))
    withExtendedLifetime(jobs) {}
  }

  @Test func `runs nothing by itself, and due jobs for zero`() {
    scheduler.enqueue { [history] in history.record("now") }
    let negative = job("negative", after: .seconds(-1))
    #expect(history.events.isEmpty)
    scheduler.advance(by: .zero)
    #expect(history.events == ["now", "negative at 0.0 seconds"])
    withExtendedLifetime(negative) {}
  }

  @Test func `runs what a job enqueues, when that is due within the time that passes`() {
    let jobs = Held<[Subscription]>([])
    scheduler.enqueue { [self] in
      jobs.hold([job("soon", after: .seconds(1)), job("late", after: .seconds(3))])
    }
    scheduler.advance(to: .seconds(2))
    #expect(history.events == ["soon at 1.0 seconds"])
    jobs.letGo()
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `lets a job make time pass, and never goes back`() {
    let jobs = [
      scheduler.enqueue(after: .seconds(1)) { [scheduler, history] in
        scheduler.advance(by: .seconds(5))
        history.record("after nested at \(scheduler.uptime)")
      },
      job("inside", after: .seconds(4)),
    ]
    scheduler.advance(by: .seconds(2))
    #expect(history.events == ["inside at 4.0 seconds", "after nested at 6.0 seconds"])
    #expect(scheduler.uptime == .seconds(6))
    withExtendedLifetime(jobs) {}
  }

  @Test func `does not run a cancelled job, and releases it immediately`() {
    let given = job("given up", after: .seconds(1))
    given.invalidate()
    #expect(scheduler.pendingJobs == 0)
    scheduler.advance(by: .seconds(2))
    #expect(history.events.isEmpty)
  }

  @Test func `runs until no job is pending`() {
    let jobs = [job("a", after: .seconds(10)), job("b", after: .seconds(1_000))]
    scheduler.run()
    #expect(scheduler.uptime == .seconds(1_000))
    #expect(scheduler.pendingJobs == 0)
    withExtendedLifetime(jobs) {}
  }

  @Test func `knows whether the calling code is one of its jobs`() async {
    #expect(!scheduler.isCurrent)
    scheduler.enqueue { [scheduler, history] in
      history.record("\(scheduler.isCurrent)")
      onOtherThread { history.record("\(scheduler.isCurrent)") }
      scheduler.enqueue {}
      scheduler.advance(by: .zero)
      history.record("\(scheduler.isCurrent)")
    }
    await onThreads { [scheduler] _ in scheduler.advance(by: .zero) }
    #expect(history.events == ["true", "false", "true"])
    #expect(!scheduler.isCurrent)
  }

  @Test func `takes the longest delay for never, and time beyond all measure`() {
    let never = job("never", after: Duration(attoseconds: .max))
    scheduler.advance(by: .seconds(Int64.max))
    scheduler.advance(by: .seconds(1))
    scheduler.run()
    #expect(history.events.isEmpty)
    #expect(scheduler.nextDue == nil)
    #expect(scheduler.uptime < Duration(attoseconds: .max))
    withExtendedLifetime(never) {}
  }

  @Test func `traps with a message where time would go back, or never come to an end`() async {
    let backwards = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ManualScheduler().advance(by: .seconds(-1))
    }
    #expect(backwards.message.contains("advance(by:) takes zero or more, not -1.0 seconds"))
    let over = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = ManualScheduler()
      scheduler.advance(to: .seconds(2))
      scheduler.advance(to: .seconds(1))
    }
    #expect(over.message.contains("a time that has not passed: 2.0 seconds or more, not 1.0 seconds"))
    let endless = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = ManualScheduler()
      @Sendable func again() { scheduler.enqueue { again() } }
      again()
      scheduler.run(limit: 50)
    }
    #expect(endless.message.contains("run() has run 50 jobs, and more are pending"))
  }
}
