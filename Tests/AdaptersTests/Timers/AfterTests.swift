import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("A timer after a delay")
struct AfterTests {
  private let scheduler = ManualScheduler()
  private let history = History<String>()

  private func write<Update>(_ timer: Broadcaster<Update>, as name: String = "") -> Subscription {
    timer.attach { [history, scheduler] in history.record("\(name)\($0) at \(scheduler.uptime)") }
      .whenEnded(isolation: nil) { [history, scheduler] in history.record("\(name)end at \(scheduler.uptime)") }
  }

  @Test func `delivers updates as drawn`() {
    let marbles = Marbles()
    let timer = Broadcaster.after(marbles.frames(3), scheduler: marbles.scheduler).map { "x" }
    let late = marbles.record(timer, subscribed: "--^")
    marbles.expect(timer, "---(x|)")
    late.expect("---(x|)")
    let repeating = Broadcaster.after(marbles.frames(1), repeating: marbles.frames(3), scheduler: marbles.scheduler)
    marbles.expect(repeating.map { "\($0)" }, "-1--2--3-", subscribed: "^--------!")
  }

  @Test func `delivers one update and ends for all subscribers at the same time`() {
    let timer = Broadcaster.after(.seconds(2), scheduler: scheduler).map { "x" }
    let first = write(timer, as: "a ")
    scheduler.advance(by: .seconds(1))
    let second = write(timer, as: "b ")
    scheduler.advance(by: .seconds(5))
    #expect(
      history.events == [
        "a x at 2.0 seconds", "b x at 2.0 seconds", "a end at 2.0 seconds", "b end at 2.0 seconds",
      ])
    #expect(!write(timer, as: "c ").isActive)
    #expect(scheduler.pendingJobs == 0)
    withExtendedLifetime([first, second]) {}
  }

  @Test func `is cancelled when the last subscriber leaves, and starts again with the next`() {
    let timer = Broadcaster.after(.seconds(2), scheduler: scheduler)
    let first = write(timer)
    scheduler.advance(by: .seconds(1))
    first.invalidate()
    #expect(scheduler.pendingJobs == 0)
    let second = write(timer.map { "x" })
    scheduler.advance(by: .seconds(2))
    #expect(history.events == ["x at 3.0 seconds", "end at 3.0 seconds"])
    withExtendedLifetime(second) {}
  }

  @Test(arguments: [0, -3])
  func `of zero or less ends as soon as possible through the scheduler`(seconds: Int) {
    let subscription = write(Broadcaster.after(.seconds(seconds), scheduler: scheduler).map { "x" })
    #expect(history.events.isEmpty)
    scheduler.advance(by: .zero)
    #expect(history.events == ["x at 0.0 seconds", "end at 0.0 seconds"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `of the longest duration never delivers an update`() {
    let subscription = write(Broadcaster.after(Duration(attoseconds: .max), scheduler: scheduler))
    scheduler.advance(by: .seconds(1_000_000_000))
    #expect(history.events.isEmpty)
    subscription.invalidate()
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `starts immediately for a delay of zero or less`() {
    let timer = Broadcaster.after(.seconds(-1), repeating: .seconds(2), scheduler: scheduler)
    let subscription = write(timer)
    scheduler.advance(by: .seconds(2))
    #expect(history.events == ["1 at 0.0 seconds", "2 at 2.0 seconds"])
    subscription.invalidate()
  }

  @Test func `can be written as an implicit member`() {
    let source = BroadcastSource<Int>()
    let subscription = source.prefix(until: .after(.seconds(1), scheduler: scheduler)).attach { [history] in
      history.record("\($0)")
    }
    source.send(1)
    scheduler.advance(by: .seconds(1))
    source.send(2)
    #expect(history.events == ["1"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `runs on a real queue and leaves no jobs`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<String>()
      let queue = DispatchQueue(label: "timer")
      // A handler that is added after the end is called immediately.
      queue.suspend()
      let subscription = Broadcaster.after(.milliseconds(1), scheduler: queue).attach {
        history.record("update \(queue.isCurrent)")
      }.whenEnded(isolation: nil) { history.record("end \(queue.isCurrent)") }
      queue.resume()
      await onThreads { _ in history.waitForCount(2) }
      #expect(history.events == ["update true", "end true"])
      withExtendedLifetime(subscription) {}
    }
  }
}
