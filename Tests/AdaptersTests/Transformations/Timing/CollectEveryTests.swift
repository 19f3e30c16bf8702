import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsAdapters
import TidingsTesting

@Suite("Collect by time")
struct CollectEveryTests {
  private let marbles = Marbles()
  private let groups: [Character: [String]] = [
    "A": ["a", "b"], "B": ["c", "d", "e"], "C": ["c", "d"], "D": ["e"], "E": ["f"],
  ]

  private func collected(
    _ source: some Publisher<String>, count: Int = .max, skipsEmpty: Bool = true, atEnd: PendingUpdatePolicy = .now
  ) -> Broadcaster<[String]> {
    source.collect(
      every: marbles.frames(5), count: count, scheduler: marbles.scheduler, skipsEmpty: skipsEmpty, atEnd: atEnd)
  }

  @Test func `delivers empty groups if they are requested`() {
    let groups: [Character: [String]] = ["A": ["a"], "B": ["b", "c"], "n": []]
    let source = "-a--------------bc---|"
    let result = "-----A----n----n----B|"
    let ofFull = "-----A----n----n-B---|"
    let broadcaster = marbles.cold(source)
    marbles.expect(collected(broadcaster, skipsEmpty: false), result, values: groups)
    marbles.expect(collected(broadcaster, count: 2, skipsEmpty: false), ofFull, values: groups)
    #expect(marbles.scheduler.pendingJobs == 0)
  }

  @Test(arguments: [true, false])
  func `delivers the current group at the end immediately, when it is due or never`(skipsEmpty: Bool) {
    let groups: [Character: [String]] = ["A": ["a"], "B": ["b"]]
    let source = "-a----b-|"
    let prompt = "-----A--(B|)"
    let onTime = "-----A----(B|)"
    let unsent = "-----A--|"
    let broadcaster = marbles.cold(source)
    marbles.expect(collected(broadcaster, skipsEmpty: skipsEmpty, atEnd: .now), prompt, values: groups)
    marbles.expect(collected(broadcaster, skipsEmpty: skipsEmpty, atEnd: .whenDue), onTime, values: groups)
    marbles.expect(collected(broadcaster, skipsEmpty: skipsEmpty, atEnd: .never), unsent, values: groups)
    marbles.expect(collected(broadcaster, skipsEmpty: skipsEmpty), prompt, values: groups)
    #expect(marbles.scheduler.pendingJobs == 0)
  }

  @Test(
    arguments: [PendingUpdatePolicy.now, .whenDue, .never],
    [true, false])
  func `ends immediately with its source if no group has begun`(atEnd: PendingUpdatePolicy, skipsEmpty: Bool) {
    let source = "-a----|"
    let result = "-----A|"
    let collected = collected(marbles.hot(source), skipsEmpty: skipsEmpty, atEnd: atEnd)
    marbles.expect(collected, result, values: ["A": ["a"]])
  }

  @Test func `handles the current value at the subscription like any other update`() {
    let source = "a-b"
    let result = "-----A"
    marbles.expect(collected(marbles.value(source)), result, values: groups)
  }

  @Test func `has no job without updates, unless empty groups are requested`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let subscription = source.collect(every: .seconds(5), scheduler: scheduler).attach { _ in }
    #expect(scheduler.pendingJobs == 0)
    for update in 1...9 { source.send(update) }
    #expect(scheduler.pendingJobs == 1)
    scheduler.run()
    #expect(scheduler.uptime == .seconds(5))
    let other = source.collect(every: .seconds(5), scheduler: scheduler, skipsEmpty: false).attach { _ in }
    #expect(scheduler.pendingJobs == 1)
    withExtendedLifetime((subscription, other)) {}
  }

  @Test func `does not drift if the scheduler is late, and joins the groups of missed intervals`() {
    let scheduler = LateScheduler()
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.collect(every: .seconds(5), scheduler: scheduler, skipsEmpty: false).attach {
      history.record($0)
    }
    source.send(1)
    scheduler.clock.advance(by: .seconds(13))
    source.send(2)
    scheduler.jobs.advance(by: .seconds(5))
    #expect(history.events == [[1, 2]])
    #expect(scheduler.jobs.nextDue == .seconds(5 + 2))
    subscription.invalidate()
  }

  @Test func `does not lose a group that becomes full during a delivery`() {
    let source = BroadcastSource<Int>()
    let history = History<[Int]>()
    let subscription = source.collect(every: .seconds(5), count: 2, scheduler: ManualScheduler()).attach { group in
      if group == [1, 2] { for update in 3...6 { source.send(update) } }
      history.record(group)
    }
    for update in 1...2 { source.send(update) }
    #expect(history.events == [[1, 2], [3, 4], [5, 6]])
    subscription.invalidate()
  }

  @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)], [true, false])
  func `with an endless interval delivers one group at the end`(interval: Duration, skipsEmpty: Bool) {
    let source = "-a--b----|"
    let result = "---------(A|)"
    let collected = marbles.hot(source).collect(
      every: interval, scheduler: marbles.scheduler, skipsEmpty: skipsEmpty)
    marbles.expect(collected, result, values: groups)
  }

  @Test func `loses no updates and keeps the order on a concurrent queue`() async {
    await LiveScope.expectingNoLeaks {
      let source = BroadcastSource<Int>()
      let history = History<[Int]>()
      let done = History<Void>()
      let subscription = source.collect(every: .microseconds(100), count: 100, scheduler: DispatchQueue.global())
        .attach { group in
          history.record(group)
          if group.last == 5_000 { done.record(()) }
        }
      await onThreads { _ in
        for update in 1...5_000 { source.send(update) }
        done.waitForCount(1)
      }
      #expect(history.events.flatMap(\.self) == Array(1...5_000))
      #expect(history.events.allSatisfy { (1...100).contains($0.count) })
      subscription.invalidate()
    }
  }
}

@Suite("Collect by time: its state machine")
struct CollectorTests {
  private func collector(
    count: Int = .max, skipsEmpty: Bool = true, atEnd: PendingUpdatePolicy = .now
  ) -> Collector<Int> {
    var collector = Collector<Int>(interval: .seconds(5), count: count, skipsEmpty: skipsEmpty, atEnd: atEnd)
    let first = collector.begin(at: .seconds(1))
    #expect(first == TimedStep(tick: skipsEmpty ? nil : .seconds(6)))
    return collector
  }

  @Test func `starts a group at its first update if the tick is later`() {
    var collector = collector(count: 2)
    _ = collector.take(1, at: .seconds(2))
    _ = collector.take(2, at: .seconds(4))
    #expect(collector.take(3, at: .seconds(12)) == TimedStep())
    #expect(collector.tick(at: .seconds(13)) == TimedStep(tick: .seconds(14)))
    #expect(collector.tick(at: .seconds(14)) == TimedStep(passes: [3]))
  }

  @Test func `includes an update at the end of the interval if empty groups are requested`() {
    var collector = collector(skipsEmpty: false)
    #expect(collector.take(1, at: .seconds(6)) == TimedStep())
    #expect(collector.tick(at: .seconds(6)) == TimedStep(passes: [1], tick: .seconds(11)))
  }

  @Test(arguments: [true, false])
  func `ends with a late tick after the end`(skipsEmpty: Bool) {
    var collector = collector(skipsEmpty: skipsEmpty, atEnd: .whenDue)
    _ = collector.take(1, at: .seconds(2))
    #expect(collector.end() == TimedStep())
    #expect(collector.tick(at: .seconds(30)) == TimedStep(passes: [1], ends: true))
  }
}
