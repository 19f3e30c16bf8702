import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

@testable import TidingsAdapters

@Suite("A timer source")
struct TimerSourceTests {
  private let scheduler = ManualScheduler()
  private let history = History<String>()
  private let timer: TimerSource
  private let subscription: Subscription

  init() {
    let timer = TimerSource(scheduler: scheduler)
    self.timer = timer
    subscription = timer.broadcaster.attach { [history, scheduler, weak timer] in
      history.record("\(scheduler.uptime) \(timer?.isRunning == true ? "running" : "done")")
    }.whenEnded(isolation: nil) { [history] in history.record("end") }
  }

  @Test func `delivers one update after the delay, and is not running during that delivery`() {
    #expect(!timer.isRunning)
    timer.start(after: .seconds(2))
    #expect(timer.isRunning)
    scheduler.advance(by: .seconds(10))
    #expect(history.events == ["2.0 seconds done"])
    #expect(!timer.isRunning)
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `delivers an update after each interval until it is stopped`() {
    timer.start(after: .seconds(1), repeating: .seconds(2))
    scheduler.advance(by: .seconds(4))
    timer.stop()
    #expect(!timer.isRunning)
    #expect(scheduler.pendingJobs == 0)
    scheduler.advance(by: .seconds(10))
    #expect(history.events == ["1.0 seconds running", "3.0 seconds running"])
  }

  @Test func `replaces its previous times after another start`() {
    timer.start(after: .seconds(1), repeating: .seconds(1))
    scheduler.advance(by: .milliseconds(1_500))
    timer.start(after: .seconds(3))
    #expect(scheduler.pendingJobs == 1)
    scheduler.advance(by: .seconds(10))
    #expect(history.events == ["1.0 seconds running", "4.5 seconds done"])
  }

  @Test func `restarts with the same times when it is running, stopped or done`() {
    timer.start(after: .seconds(2))
    scheduler.advance(by: .seconds(1))
    timer.restart()
    scheduler.advance(by: .seconds(1))
    #expect(history.events.isEmpty)
    scheduler.advance(by: .seconds(1))
    timer.restart()
    scheduler.advance(by: .seconds(1))
    timer.stop()
    timer.restart()
    scheduler.advance(by: .seconds(2))
    #expect(history.events == ["3.0 seconds done", "6.0 seconds done"])
  }

  @Test func `can be restarted and stopped during its delivery`() {
    let again = timer.broadcaster.attach { [weak timer, scheduler] in
      if scheduler.uptime < .seconds(3) { timer?.restart() } else { timer?.stop() }
    }
    timer.start(after: .seconds(1), repeating: .milliseconds(100))
    scheduler.advance(by: .seconds(10))
    #expect(history.events == ["1.0 seconds running", "2.0 seconds running", "3.0 seconds running"])
    again.invalidate()
  }

  @Test func `runs without subscribers`() {
    subscription.invalidate()
    timer.start(after: .seconds(1))
    scheduler.advance(by: .seconds(1))
    #expect(!timer.isRunning)
    #expect(history.events.isEmpty)
  }

  @Test func `delivers updates missed by a slow subscriber as one, and does not drift`() {
    let slow = timer.broadcaster.attach { [scheduler] in
      if scheduler.uptime == .seconds(1) { scheduler.advance(by: .milliseconds(2_500)) }
    }
    timer.start(after: .seconds(1), repeating: .seconds(1))
    scheduler.advance(by: .seconds(4))
    #expect(history.events == ["1.0 seconds running", "3.5 seconds running", "4.0 seconds running"])
    slow.invalidate()
  }

  @Test func `delivers as soon as possible with a delay of zero or less, and never with the longest`() {
    timer.start(after: .seconds(-1))
    #expect(history.events.isEmpty)
    scheduler.advance(by: .zero)
    #expect(history.events == ["0.0 seconds done"])
    timer.start(after: Duration(attoseconds: .max))
    scheduler.advance(by: .seconds(1_000_000_000))
    #expect(history.events.count == 1)
    #expect(timer.isRunning)
  }

  @Test func `ends with the source, and leaves no pending jobs`() {
    let held = Held(TimerSource(scheduler: scheduler))
    let subscription = held.current?.broadcaster.recordAll(in: history)
    held.current?.start(after: .seconds(1), repeating: .seconds(1))
    scheduler.advance(by: .seconds(1))
    held.letGo()
    #expect(history.events == ["()", "end"])
    #expect(scheduler.pendingJobs == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test func `works with a scheduler that does not wait`() {
    let timer = TimerSource(scheduler: ImmediateScheduler())
    let subscription = timer.recordAll(in: history)
    timer.start(after: .seconds(5))
    #expect(history.events == ["()"])
    #expect(!timer.isRunning)
    subscription.invalidate()
  }

  @Test func `delivers no further update on a serial queue after stop or start has returned there`() async {
    await LiveScope.expectingNoLeaks {
      let queue = DispatchQueue(label: "timer")
      let timer = TimerSource(scheduler: queue)
      let history = History<String>()
      let subscription = timer.broadcaster.attach { history.record("update") }
      await onThreads { _ in
        for round in 1...20 {
          timer.start(after: .zero, repeating: .nanoseconds(1))
          history.waitForCount(round * 3)
          queue.sync {
            if round % 2 == 0 { timer.stop() } else { timer.start(after: .seconds(1_000)) }
            history.record("stopped")
          }
          // After this, all pending jobs of the queue have run.
          for _ in 0..<3 { queue.sync {} }
          #expect(history.events.last == "stopped")
        }
        timer.stop()
      }
      subscription.invalidate()
    }
  }

  @Test func `has at most one pending job after several threads start, restart and stop it`() async {
    let timer = timer
    timer.start(after: .zero)
    await onThreads(3) { thread in
      for step in 1...repetitions(2_000) {
        if thread == 0 {
          timer.stop()
        } else if thread == 1 {
          timer.restart()
        } else {
          timer.start(after: .seconds(step), repeating: .seconds(1))
          timer.state.withLock { #expect($0.plan?.delay == .seconds(step)) }
        }
      }
    }
    #expect(scheduler.pendingJobs <= 1)
    timer.stop()
    #expect(scheduler.pendingJobs == 0)
  }
}
