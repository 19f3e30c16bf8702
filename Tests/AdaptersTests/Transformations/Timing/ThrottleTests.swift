import TestSupport
import Testing
import Tidings
import TidingsAdapters
import TidingsTesting

@Suite("Throttle")
struct ThrottleTests {
  private let marbles = Marbles()

  private func throttled(
    _ source: some Publisher<String>, latest: Bool = true, trailing: Bool = true, atEnd: PendingUpdatePolicy = .now
  ) -> Broadcaster<String> {
    source.throttle(
      for: marbles.frames(5), scheduler: marbles.scheduler, latest: latest, trailing: trailing, atEnd: atEnd)
  }

  @Test func `delivers the newest update of each interval at its end, or the first, or none`() {
    let source = "a-b-c--d----------e-----|"
    let newest = "a----c----d-------e-----|"
    let oldest = "a----b----d-------e-----|"
    let leader = "a------d----------e-----|"
    let broadcaster = marbles.cold(source)
    marbles.expect(throttled(broadcaster), newest)
    marbles.expect(throttled(broadcaster, latest: false), oldest)
    marbles.expect(throttled(broadcaster, trailing: false), leader)
    marbles.expect(throttled(broadcaster, latest: false, trailing: false), leader)
    marbles.expect(broadcaster.throttle(for: marbles.frames(5), scheduler: marbles.scheduler), newest)
  }

  @Test func `delivers a pending update at the end immediately, when it is due or never`() {
    let source = "a-bc|"
    let prompt = "a---(c|)"
    let onTime = "a----(c|)"
    let unsent = "a---|"
    let broadcaster = marbles.cold(source)
    marbles.expect(throttled(broadcaster, atEnd: .now), prompt)
    marbles.expect(throttled(broadcaster, atEnd: .whenDue), onTime)
    marbles.expect(throttled(broadcaster, atEnd: .never), unsent)
    marbles.expect(throttled(broadcaster, trailing: false), unsent)
    marbles.expect(broadcaster.throttle(for: marbles.frames(5), scheduler: marbles.scheduler), prompt)
  }

  @Test func `delivers the first pending update at the end immediately or when it is due`() {
    let source = "a-bc|"
    let prompt = "a---(b|)"
    let onTime = "a----(b|)"
    marbles.expect(throttled(marbles.cold(source), latest: false), prompt)
    marbles.expect(throttled(marbles.cold(source), latest: false, atEnd: .whenDue), onTime)
  }

  @Test(arguments: [PendingUpdatePolicy.now, .whenDue, .never])
  func `ends immediately with its source if no update is pending`(atEnd: PendingUpdatePolicy) {
    let source = "ab------|"
    let result = "a----b--|"
    let leader = "a-------|"
    marbles.expect(throttled(marbles.cold(source), atEnd: atEnd), result)
    marbles.expect(throttled(marbles.cold(source), trailing: false, atEnd: atEnd), leader)
    #expect(marbles.scheduler.pendingJobs == 0)
  }

  @Test func `delivers the current value at the subscription immediately`() {
    let source = "a-b---c"
    let result = "a----b----c"
    marbles.expect(throttled(marbles.value(source)), result)
  }

  @Test(arguments: [0, -5])
  func `of zero or less delivers all updates immediately`(frames: Int) {
    let source = "(ab)c-d|"
    marbles.expect(marbles.hot(source).throttle(for: marbles.frames(frames), scheduler: marbles.scheduler), source)
  }

  @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
  func `with an endless interval delivers the first update, and the pending one at the end`(interval: Duration) {
    let source = "-a--b----|"
    let result = "-a-------(b|)"
    marbles.expect(marbles.hot(source).throttle(for: interval, scheduler: marbles.scheduler), result)
  }

  @Test func `enqueues no job while no update is pending`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let subscriptions = [
      source.throttle(for: .seconds(5), scheduler: scheduler).attach { _ in },
      source.throttle(for: .seconds(5), scheduler: scheduler, trailing: false).attach { _ in },
    ]
    source.send(1)
    #expect(scheduler.pendingJobs == 0)
    for update in 2...9 { source.send(update) }
    #expect(scheduler.pendingJobs == 1)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `delivers an update that is sent during a delivery after it`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = source.throttle(for: .seconds(5), scheduler: scheduler).attach { update in
      history.record("begin \(update) at \(scheduler.uptime)")
      if update < 5 { for next in 1...2 { source.send(update + next) } }
      history.record("end \(update)")
    }
    source.send(1)
    scheduler.run()
    #expect(
      history.events == [
        "begin 1 at 0.0 seconds", "end 1", "begin 3 at 5.0 seconds", "end 3", "begin 5 at 10.0 seconds", "end 5",
      ])
    subscription.invalidate()
  }

  @Test(arguments: [(true, 3), (false, 2)])
  func `extends an interval that the scheduler ends late`(latest: Bool, expected: Int) {
    let scheduler = LateScheduler()
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.throttle(for: .seconds(5), scheduler: scheduler, latest: latest).attach {
      history.record($0)
    }
    source.send(1)
    source.send(2)
    scheduler.clock.advance(by: .seconds(8))
    source.send(3)
    #expect(history.events == [1])
    scheduler.jobs.run()
    #expect(history.events == [1, expected])
    scheduler.clock.advance(by: .seconds(4))
    source.send(4)
    #expect(history.events == [1, expected])
    subscription.invalidate()
  }
}

@Suite("Throttle: its state machine")
struct ThrottlerTests {
}
