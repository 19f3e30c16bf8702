import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("Timeout")
struct TimeoutTests {
  private let marbles = Marbles()
  private let history = History<String>()

  private var scheduler: ManualScheduler { marbles.scheduler }

  private func limited(
    _ publisher: some Publisher<String>, to frames: Int, applies wait: TimeoutScope = .betweenUpdates
  ) -> Broadcaster<String> {
    publisher.timeout(marbles.frames(frames), scheduler: scheduler, applies: wait)
  }

  @Test func `between updates ends if the next update is late`() {
    marbles.expect(
      limited(marbles.hot("-a-b----c-|"), to: 3), "-a-b--|")
    marbles.expect(
      limited(marbles.hot("----a"), to: 3), "---|")
  }

  @Test func `ends an endless sequence with its subscriber`() {
    let numbers = (1...).broadcaster().timeout(.seconds(1), scheduler: scheduler).prefix(3)
    _ = numbers.attach { [history] in history.record("\($0)") }
    #expect(history.events == ["1", "2", "3"])
  }

  @Test func `of zero delivers updates during the subscription, even from a slow start closure`() {
    let queue = DispatchQueue(label: "timeout")
    let slow = Broadcaster<String> { source in
      // The timer of a limit that began before the start would be due now.
      queue.sync {}
      source.send("a")
      source.send("b")
      return .ended
    }
    let subscription = slow.timeout(.zero, scheduler: queue).attach { [history] in history.record($0) }
    queue.sync {}
    #expect(history.events == ["a", "b"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `between updates delivers updates that arrive just in time`() {
    marbles.expect(
      limited(marbles.hot("---a--b--c--d|"), to: 3), "---a--b--c--d|")
  }

  @Test func `until the first update ends if the first update is late`() {
    marbles.expect(
      limited(marbles.hot("-----a"), to: 3, applies: .untilFirstUpdate), "---|")
    marbles.expect(
      limited(marbles.hot("-a--------b--|"), to: 3, applies: .untilFirstUpdate), "-a--------b--|")
  }

  @Test func `overall ends regardless of updates`() {
    marbles.expect(
      limited(marbles.hot("-a-b-c-d|"), to: 4, applies: .overall), "-a-b|")
    marbles.expect(
      limited(marbles.hot("-a|"), to: 4, applies: .overall), "-a|")
  }

  @Test(arguments: [TimeoutScope.betweenUpdates, .untilFirstUpdate, .overall])
  func `of zero or less ends as soon as possible, after updates that are delivered immediately`(wait: TimeoutScope) {
    marbles.expect(limited(marbles.hot("-a"), to: 0, applies: wait), "|")
    marbles.expect(limited(marbles.hot("-a"), to: -1, applies: wait), "|")
    let expected = wait == .untilFirstUpdate ? "a-b|" : "(a|)"
    marbles.expect(limited(marbles.value("a-b|"), to: 0, applies: wait), expected)
  }

  @Test func `of the longest duration never ends the publisher`() {
    scheduler.advance(by: .seconds(1))
    let source = marbles.hot("-a-----b|")
    let limit = Duration(attoseconds: .max)
    marbles.expect(source.timeout(limit, scheduler: scheduler), "-a-----b|")
    #expect(scheduler.pendingJobs == 0)
  }

  @Test func `switches to another publisher, which has no limit`() {
    let source = marbles.hot("-a-----b-----")
    let other = marbles.cold("x-----y|")
    marbles.expect(
      source.timeout(marbles.frames(2), scheduler: scheduler, switchingTo: other), "-a-x-----y|")
  }

  @Test func `does not switch if its publisher ends in time`() {
    let source = marbles.hot("-a|")
    marbles.expect(
      source.timeout(marbles.frames(2), scheduler: scheduler, switchingTo: marbles.cold("x|")), "-a|")
  }

  @Test func `cancels its publisher before it subscribes to the other`() {
    let cold = Broadcaster<String> { [history] source in
      history.record("start")
      return Subscription {
        history.record("stop")
        withExtendedLifetime(source) {}
      }
    }
    let other = Broadcaster<String>.deferred { [history] in
      history.record("other")
      return Broadcaster.just("x")
    }
    let subscription = cold.timeout(.seconds(1), scheduler: scheduler, switchingTo: other).recordAll(in: history)
    marbles.run()
    #expect(history.events == ["start", "stop", "other", "x", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `does not enqueue a job for each update`() {
    let source = BroadcastSource<String>()
    let subscription = limited(source, to: 3).attach { _ in }
    for _ in 0..<25 {
      scheduler.advance(by: .milliseconds(100))
      source.send("a")
      #expect(scheduler.pendingJobs == 1)
      #expect(scheduler.nextDue == .seconds(3))
    }
    scheduler.advance(to: .seconds(3))
    #expect(scheduler.nextDue == .milliseconds(5_500))
    subscription.invalidate()
  }

  @Test func `until the first update cancels its job with that update`() {
    let source = BroadcastSource<String>()
    let subscription = limited(source, to: 3, applies: .untilFirstUpdate).attach { _ in }
    source.send("a")
    let property = PublishedProperty("a")
    let immediate = limited(property, to: 3, applies: .untilFirstUpdate).attach { _ in }
    #expect(scheduler.pendingJobs == 0)
    withExtendedLifetime([subscription, immediate]) {}
  }

  @Test func `delivers an update that arrives before a busy scheduler runs the timeout`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<String>()
      let queue = DispatchQueue(label: "timeout")
      queue.suspend()
      let source = BroadcastSource<Int>()
      let subscription = source.timeout(.zero, scheduler: queue).attach { history.record("\($0)") }
        .whenEnded(isolation: nil) { history.record("end \(queue.isCurrent)") }
      source.send(1)
      queue.resume()
      await onThreads { _ in history.wait(for: "end true") }
      #expect(history.events == ["1", "end true"])
      withExtendedLifetime(subscription) {}
    }
  }

  @Test(arguments: [true, false])
  func `delivers updates without gaps before the limit, and none after it`(isSerial: Bool) async {
    for _ in 0..<20 {
      let source = BroadcastSource<Int>()
      let history = History<Int>()
      let queue = DispatchQueue(label: "timeout", attributes: isSerial ? [] : .concurrent)
      let subscription = source.timeout(.microseconds(200), scheduler: queue, applies: .overall).attach {
        history.record($0)
      }
      subscription.whenEnded(isolation: nil) { history.record(-1) }
      await onThreads { _ in
        var update = 0
        while subscription.isActive {
          update += 1
          source.send(update)
        }
        history.wait(for: -1)
      }
      #expect(history.events.dropLast() == Array(0..<history.events.count).dropFirst())
      #expect(history.events.last == -1)
    }
  }
}

@Suite("Timeout of a task")
struct TaskTimeoutTests {
  private let marbles = Marbles()

  @Test func `applies to the whole task by default, and fails`() {
    let slow = marbles.task("-a--b----(c|)")
    let fast = marbles.task("-a--(b|)")
    let limit = marbles.frames(5)
    marbles.expect(slow.timeout(limit, scheduler: marbles.scheduler) { MarbleFailure() }, "-a--b#")
    marbles.expect(fast.timeout(limit, scheduler: marbles.scheduler) { MarbleFailure() }, "-a--(b|)")
  }

  @Test func `can apply to each wait or to the first one`() {
    let slow = marbles.task("-a--b-----(c|)")
    let limit = marbles.frames(4)
    let scheduler = marbles.scheduler
    marbles.expect(
      slow.timeout(limit, scheduler: scheduler, applies: .betweenUpdates) { MarbleFailure() }, "-a--b---#")
    marbles.expect(
      slow.timeout(limit, scheduler: scheduler, applies: .untilFirstUpdate) { MarbleFailure() }, "-a--b-----(c|)")
  }

  @Test func `fails with an error that contains the limit, and cancels the run`() {
    let shop = Workshop<Int>()
    let scheduler = marbles.scheduler
    let task = shop.task("x").eraseFailure().timeout(.seconds(2), scheduler: scheduler)
    let failures = History<TimeoutError?>()
    let subscription = task.subscribe(success: { _ in }, failure: { failures.record($0 as? TimeoutError) })
    scheduler.advance(by: .seconds(2))
    #expect(failures.events == [TimeoutError(limit: .seconds(2))])
    #expect(shop.log.events == ["start x", "cancel x"])
    #expect("\(TimeoutError(limit: .seconds(2)))" == "The time limit of 2.0 seconds has passed")
    withExtendedLifetime(subscription) {}
  }

  @Test func `shares one run, and cancels it and its job when the last subscriber leaves`() {
    let shop = Workshop<Int>()
    let history = History<String>()
    let task = shop.task("x").timeout(.seconds(2), scheduler: marbles.scheduler) { Fault(code: 7) }
    let first = task.record(in: history)
    let second = task.record(in: history)
    first.invalidate()
    #expect(shop.log.events == ["start x"])
    second.invalidate()
    #expect(shop.log.events == ["start x", "cancel x"])
    #expect(marbles.scheduler.pendingJobs == 0)
    let third = task.record(in: history)
    marbles.run()
    #expect(history.events == ["failure 7", "end"])
    withExtendedLifetime(third) {}
  }
}
