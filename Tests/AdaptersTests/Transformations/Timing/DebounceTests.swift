import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsAdapters
import TidingsTesting

@Suite("Debounce")
struct DebounceTests {
  private let marbles = Marbles()

  private func debounced(_ source: some Publisher<String>, atEnd: PendingUpdatePolicy = .now) -> Broadcaster<String> {
    source.debounce(for: marbles.frames(3), scheduler: marbles.scheduler, atEnd: atEnd)
  }

  @Test func `delivers a pending update at the end immediately, when it is due or never`() {
    let source = "a-----b-|"
    let prompt = "---a----(b|)"
    let onTime = "---a-----(b|)"
    let unsent = "---a----|"
    let broadcaster = marbles.cold(source)
    marbles.expect(debounced(broadcaster, atEnd: .now), prompt)
    marbles.expect(debounced(broadcaster, atEnd: .whenDue), onTime)
    marbles.expect(debounced(broadcaster, atEnd: .never), unsent)
    marbles.expect(broadcaster.debounce(for: marbles.frames(3), scheduler: marbles.scheduler), prompt)
  }

  @Test(arguments: [PendingUpdatePolicy.now, .whenDue, .never])
  func `ends immediately with its source if no update is pending`(atEnd: PendingUpdatePolicy) {
    let source = "a-----|"
    let result = "---a--|"
    marbles.expect(debounced(marbles.hot(source), atEnd: atEnd), result)
    #expect(marbles.scheduler.pendingJobs == 0)
  }

  @Test func `handles the current value at the subscription like any other update`() {
    let source = "a-b-----c"
    let result = "-----b-----c"
    marbles.expect(debounced(marbles.value(source)), result)
  }

  @Test(arguments: [0, -3])
  func `of zero or less delivers the newest update as soon as possible`(frames: Int) {
    let source = "a-(bc)-d|"
    let result = "a-c----d|"
    let debounced = marbles.hot(source).debounce(for: marbles.frames(frames), scheduler: marbles.scheduler)
    marbles.expect(debounced, result)
  }

  @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
  func `with an endless interval delivers the newest update at the end`(quiet: Duration) {
    let source = "-a--b----|"
    let result = "---------(b|)"
    marbles.expect(marbles.hot(source).debounce(for: quiet, scheduler: marbles.scheduler), result)
  }

  @Test func `has one job for all updates, and none after the delivery`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.debounce(for: .seconds(3), scheduler: scheduler).attach { history.record($0) }
    for update in 1...100 {
      source.send(update)
      #expect(scheduler.pendingJobs == 1)
      scheduler.advance(by: .seconds(1))
    }
    #expect(history.events.isEmpty)
    scheduler.advance(by: .seconds(2))
    #expect(history.events == [100])
    #expect(scheduler.pendingJobs == 0)
    subscription.invalidate()
  }

  @Test func `delivers an update that is sent during a delivery after it`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = source.debounce(for: .seconds(1), scheduler: scheduler).attach { update in
      history.record("begin \(update)")
      if update < 3 { source.send(update + 1) }
      scheduler.advance(by: .seconds(5))
      history.record("end \(update)")
    }
    source.send(1)
    scheduler.run()
    #expect(history.events == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
    subscription.invalidate()
  }

  @Test func `counts from the time an update was sent, even if it waits for a slow subscriber`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = source.debounce(for: .seconds(3), scheduler: scheduler).attach { update in
      history.record("\(update) at \(scheduler.uptime)")
      guard update < 3 else { return }
      source.send(update + 1)
      scheduler.advance(by: .seconds(update))
    }
    source.send(1)
    scheduler.run()
    #expect(history.events == ["1 at 3.0 seconds", "2 at 6.0 seconds", "3 at 9.0 seconds"])
    subscription.invalidate()
  }

  @Test func `delivers the newest update if the scheduler is late, but not before it is due`() {
    let scheduler = LateScheduler()
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.debounce(for: .seconds(3), scheduler: scheduler).attach { history.record($0) }
    source.send(1)
    scheduler.clock.advance(by: .seconds(10))
    source.send(2)
    scheduler.jobs.advance(by: .seconds(3))
    #expect(history.events.isEmpty)
    scheduler.clock.advance(by: .seconds(3))
    scheduler.jobs.advance(by: .seconds(3))
    #expect(history.events == [2])
    subscription.invalidate()
  }

  @Test(arguments: [true, false])
  func `delivers on a serial or concurrent queue in order, the newest update last`(isSerial: Bool) async {
    await LiveScope.expectingNoLeaks {
      let queue = DispatchQueue(label: "debounce", attributes: isSerial ? [] : .concurrent)
      let source = BroadcastSource<Int>()
      let history = History<Int>()
      let ended = History<Bool>()
      let subscription = source.debounce(for: .microseconds(50), scheduler: queue).attach { update in
        history.record(queue.isCurrent ? update : -update)
      }
      subscription.whenEnded(isolation: nil) { ended.record(queue.isCurrent) }
      await onThreads { _ in
        for update in 1...2_000 { source.send(update) }
        history.wait(for: 2_000)
        source.send(3_000)
        source.finish()
        ended.waitForCount(1)
      }
      #expect(history.events == Set(history.events).sorted())
      #expect(history.events.last == 3_000)
      #expect(ended.events == [true])
      subscription.invalidate()
    }
  }
}

@Suite("Debounce: its state machine")
struct DebouncerTests {
  @Test func `handles updates whose times are not in order`() {
    var debouncer = Debouncer<Int>(quiet: .seconds(3), atEnd: .now)
    _ = debouncer.take(1, at: .seconds(2))
    _ = debouncer.take(2, at: .seconds(1))
    #expect(debouncer.tick(at: .seconds(5)) == TimedStep(passes: 2))
  }
}
