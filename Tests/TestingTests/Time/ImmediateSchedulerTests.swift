import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("An immediate scheduler")
struct ImmediateSchedulerTests {
  private let scheduler = ImmediateScheduler()
  private let history = History<String>()

  @Test func `runs a job before enqueue returns, and jumps to its time`() {
    scheduler.enqueue { [history] in history.record("now") }
    let later = scheduler.enqueue(after: .seconds(3)) { [scheduler, history] in
      history.record("\(scheduler.uptime), \(scheduler.isCurrent)")
    }
    let never = scheduler.enqueue(after: Duration(attoseconds: .max)) { [history] in history.record("never") }
    #expect(history.events == ["now", "3.0 seconds, true"])
    #expect(!scheduler.isCurrent)
    withExtendedLifetime((later, never)) {}
  }

  @Test func `runs what a job enqueues when that job has returned, in order of time`() {
    let kept = Held<[Subscription]>()
    scheduler.enqueue { [scheduler, history] in
      let late = scheduler.enqueue(after: .seconds(2)) { history.record("late") }
      let soon = scheduler.enqueue(after: .seconds(1)) { history.record("soon") }
      let given = scheduler.enqueue(after: .seconds(1)) { history.record("given up") }
      given.invalidate()
      kept.hold([late, soon])
      history.record("returns")
    }
    #expect(history.events == ["returns", "soon", "late"])
    kept.letGo()
  }
}
