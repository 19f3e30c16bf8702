import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A timer for every interval")
struct EveryTests {
  private let scheduler = ManualScheduler()
  private let history = History<String>()

  private func write(_ timer: Broadcaster<Int>, as name: String = "") -> Subscription {
    timer.attach { [history, scheduler] in history.record("\(name)\($0) at \(scheduler.uptime)") }
  }

  @Test func `delivers updates as drawn`() {
    let marbles = Marbles()
    let timer = Broadcaster.every(marbles.frames(2), scheduler: marbles.scheduler).map { "\($0)" }
    let late = marbles.record(timer, subscribed: "---^-----!")
    // The job of `!` runs first, because it was scheduled before the timer.
    marbles.expect(timer, "--1-2-3-4", subscribed: "^--------!")
    late.expect("----2-3-4")
    marbles.expect(timer, "--1-2", subscribed: "^----!")
  }

  @Test func `is shared from the first subscriber to the last, and then starts again`() {
    let timer = Broadcaster.every(.seconds(1), scheduler: scheduler)
    #expect(scheduler.pendingJobs == 0)
    let first = write(timer, as: "a")
    scheduler.advance(by: .milliseconds(1_500))
    let second = write(timer, as: "b")
    #expect(scheduler.pendingJobs == 1)
    scheduler.advance(by: .milliseconds(500))
    first.invalidate()
    scheduler.advance(by: .seconds(1))
    second.invalidate()
    #expect(scheduler.pendingJobs == 0)
    scheduler.advance(by: .milliseconds(500))
    let third = write(timer, as: "c")
    scheduler.advance(by: .seconds(1))
    #expect(
      history.events == [
        "a1 at 1.0 seconds", "a2 at 2.0 seconds", "b2 at 2.0 seconds", "b3 at 3.0 seconds", "c1 at 4.5 seconds",
      ])
    third.invalidate()
  }

  @Test func `delivers updates missed by a slow subscriber as one, and does not drift`() {
    let timer = Broadcaster.every(.seconds(1), scheduler: scheduler)
    let subscription = timer.attach { [history, scheduler] count in
      history.record("\(count) at \(scheduler.uptime)")
      if count == 1 { scheduler.advance(by: .milliseconds(2_500)) }
    }
    scheduler.advance(by: .seconds(5))
    #expect(
      history.events == ["1 at 1.0 seconds", "3 at 3.5 seconds", "4 at 4.0 seconds", "5 at 5.0 seconds"])
    subscription.invalidate()
  }

  @Test func `is cancelled during an update`() {
    let subscription = write(Broadcaster.every(.seconds(1), scheduler: scheduler).prefix(2))
    scheduler.advance(by: .seconds(2))
    #expect(!subscription.isActive)
    #expect(scheduler.pendingJobs == 0)
    #expect(history.events.count == 2)
  }

  @Test func `can be written as an implicit member`() {
    let source = BroadcastSource<Void>()
    let subscription = source.flatMapLatest { [scheduler] in .every(.seconds(1), scheduler: scheduler) }
      .attach { [history] in history.record("\($0)") }
    source.send()
    scheduler.advance(by: .seconds(2))
    source.send()
    scheduler.advance(by: .seconds(1))
    #expect(history.events == ["1", "2", "1"])
    subscription.invalidate()
  }

  @Test func `of the longest interval never delivers an update`() {
    let timer = Broadcaster.every(Duration(attoseconds: .max), scheduler: scheduler)
    let subscription = write(timer)
    scheduler.advance(by: .seconds(1_000_000_000))
    #expect(history.events.isEmpty)
    subscription.invalidate()
    let onQueue = Broadcaster.every(Duration(attoseconds: .max), scheduler: DispatchQueue.global()).attach { _ in }
    onQueue.invalidate()
  }

  @Test(arguments: [true, false])
  func `delivers in order on a serial or concurrent queue`(isSerial: Bool) async {
    await LiveScope.expectingNoLeaks {
      let history = History<Int>()
      let strays = History<Int>()
      let queue = DispatchQueue(label: "timer", attributes: isSerial ? [] : .concurrent)
      let subscription = Broadcaster.every(.milliseconds(1), scheduler: queue).attach {
        if !queue.isCurrent { strays.record($0) }
        history.record($0)
      }
      await onThreads { _ in history.waitForCount(20) }
      subscription.invalidate()
      #expect(history.events == Set(history.events).sorted())
      #expect(strays.events.isEmpty)
    }
  }
}
