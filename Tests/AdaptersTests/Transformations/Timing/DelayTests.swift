import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsTesting

@Suite("Delay")
struct DelayTests {
  private let marbles = Marbles()
  private let history = History<String>()

  private var scheduler: ManualScheduler { marbles.scheduler }

  private func delayed(_ publisher: some Publisher<String>, by frames: Int) -> Broadcaster<String> {
    publisher.delay(for: marbles.frames(frames), scheduler: scheduler)
  }

  @Test func `delays the current value of a value, too`() {
    let value = marbles.value("a--b|")
    marbles.expect(
      delayed(value, by: 2), "--a--b|")
  }

  @Test(arguments: [0, -2])
  func `of zero or less goes through the scheduler`(frames: Int) {
    let source = BroadcastSource<String>()
    let subscription = delayed(source, by: frames).recordAll(in: history)
    source.send("a")
    source.finish()
    #expect(history.events.isEmpty)
    scheduler.advance(by: .zero)
    #expect(history.events == ["a", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `of the longest duration never delivers an update`() {
    let source = BroadcastSource<String>()
    scheduler.advance(by: .seconds(1))
    let delay = Duration(attoseconds: .max)
    let subscription = source.delay(for: delay, scheduler: scheduler).recordAll(in: history)
    source.send("a")
    scheduler.advance(by: .seconds(1_000_000_000))
    #expect(history.events.isEmpty)
    subscription.invalidate()
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `has one timer for all pending updates`() {
    let source = BroadcastSource<String>()
    let subscription = delayed(source, by: 3).attach { _ in }
    for _ in 0..<100 {
      source.send("a")
      scheduler.advance(by: .milliseconds(10))
      #expect(scheduler.pendingJobs == 1)
    }
    subscription.invalidate()
  }

  @Test func `delays an update that is sent during a delivery by the full time`() {
    let source = BroadcastSource<String>()
    let subscription = delayed(source, by: 2).attach { [history, scheduler] update in
      history.record("\(update) at \(scheduler.uptime)")
      if update == "a" { source.send("b") }
    }
    source.send("a")
    marbles.run()
    #expect(history.events == ["a at 2.0 seconds", "b at 4.0 seconds"])
    subscription.invalidate()
  }

  @Test func `keeps the order of updates whose times are not in order`() {
    let time = SteppingScheduler(base: scheduler)
    let source = BroadcastSource<String>()
    let subscription = source.delay(for: .seconds(2), scheduler: time).recordAll(in: history)
    source.send("a")
    time.step.withLock { $0 = .seconds(-1) }
    source.send("b")
    scheduler.advance(to: .milliseconds(2_999))
    #expect(history.events.isEmpty)
    scheduler.advance(to: .seconds(3))
    #expect(history.events == ["a", "b"])
    subscription.invalidate()
  }

  @Test(arguments: [true, false])
  func `delivers on a serial or concurrent queue in order`(isSerial: Bool) async {
    await LiveScope.expectingNoLeaks {
      let history = History<Int>()
      let strays = History<Int>()
      let queue = DispatchQueue(label: "delay", attributes: isSerial ? [] : .concurrent)
      let source = BroadcastSource<Int>()
      let subscription = source.delay(for: .microseconds(50), scheduler: queue).attach {
        if !queue.isCurrent { strays.record($0) }
        history.record($0)
      }
      await onThreads { _ in
        for update in 1...2_000 { source.send(update) }
        history.wait(for: 2_000)
      }
      #expect(history.events == Array(1...2_000))
      #expect(strays.events.isEmpty)
      subscription.invalidate()
    }
  }

  @Test func `of a task delays progress and result, and keeps the result for later subscribers`() {
    let task = marbles.task("-a--b-(c|)").delay(for: marbles.frames(2), scheduler: scheduler)
    let late = marbles.record(task, subscribed: "--------------^")
    marbles.expect(task, "---a--b-(c|)")
    late.expect("--------------(c|)")
    let failing = marbles.task("-a#").delay(for: marbles.frames(2), scheduler: scheduler)
    marbles.expect(failing, "---a#")
  }

  @Test func `of a task cancels it when the last subscriber leaves, and a pending result, too`() {
    let shop = Workshop<Int>()
    let task = shop.task("x").delay(for: marbles.frames(2), scheduler: scheduler)
    let first = task.record(in: history)
    let second = task.record(in: history)
    first.invalidate()
    shop.report(1, in: "x")
    second.invalidate()
    #expect(shop.log.events == ["start x", "cancel x"])
    #expect(scheduler.pendingJobs == 0)
    let third = task.record(in: history)
    shop.complete("x", .success(1))
    third.invalidate()
    #expect(scheduler.pendingJobs == 0)
    #expect(history.events.isEmpty)
    #expect(shop.log.events == ["start x", "cancel x", "start x"])
  }
}

/// A manual scheduler whose clock can be moved back.
private final class SteppingScheduler: UpdateScheduler {
  let step = Locked(Duration.zero)
  private let base: ManualScheduler

  init(base: ManualScheduler) {
    self.base = base
  }

  var uptime: Duration { base.uptime + step.withLock { $0 } }
  var isCurrent: Bool { base.isCurrent }

  func enqueue(_ job: @escaping @Sendable () -> Void) { base.enqueue(job) }

  func enqueue(after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    base.enqueue(after: delay, tolerance: tolerance, job)
  }
}
