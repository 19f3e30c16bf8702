import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsAdapters
import TidingsTesting

@Suite("Prefix for a time")
struct PrefixForTests {
  private let marbles = Marbles()

  @Test func `delivers updates for the duration since the subscription, and then ends`() {
    let source = "a---b---c---d--|"
    let result = "a---b--|"
    let joined = "-----^"
    let ofLate = "--------c---|"
    let prefix = marbles.hot(source).prefix(for: marbles.frames(7), scheduler: marbles.scheduler)
    let late = marbles.record(prefix, subscribed: joined)
    marbles.expect(prefix, result)
    late.expect(ofLate)
    #expect(marbles.scheduler.pendingJobs == 0)
  }

  @Test func `drops updates after the duration, and delivers those right before`() {
    let source = "a-bcd|"
    let result = "a-b|"
    marbles.expect(marbles.hot(source).prefix(for: marbles.frames(3), scheduler: marbles.scheduler), result)
  }

  @Test(arguments: [0, -7])
  func `of zero or less delivers no updates and ends as soon as possible`(frames: Int) {
    let source = "a-b"
    let result = "|"
    let duration = marbles.frames(frames)
    marbles.expect(marbles.hot(source).prefix(for: duration, scheduler: marbles.scheduler), result)
    marbles.expect(marbles.value(source).prefix(for: duration, scheduler: marbles.scheduler), result)
  }

  @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
  func `of the longest duration ends with its source`(duration: Duration) {
    let source = "a-b----|"
    marbles.expect(marbles.cold(source).prefix(for: duration, scheduler: marbles.scheduler), source)
  }

  @Test func `delivers the current value at the subscription even with an immediate scheduler`() {
    let property = PublishedProperty(1)
    let history = History<String>()
    let subscription = property.publishedValue.prefix(for: .seconds(1), scheduler: ImmediateScheduler())
      .attach { history.record("\($0)") }
    subscription.whenEnded(isolation: nil) { history.record("end") }
    #expect(history.events == ["1", "end"])
    #expect(!property.hasSubscribers)
  }

  @Test func `delivers no updates after the duration, even if the scheduler is late`() {
    let scheduler = LateScheduler()
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.prefix(for: .seconds(2), scheduler: scheduler).attach { history.record($0) }
    source.send(1)
    scheduler.clock.advance(by: .seconds(2))
    source.send(2)
    #expect(subscription.isActive)
    scheduler.jobs.run()
    #expect(!subscription.isActive)
    #expect(history.events == [1])
  }

  @Test func `includes the time that the subscription takes`() {
    let scheduler = ManualScheduler()
    let ends = History<Duration>()
    let slow = Broadcaster<Int>.deferred {
      scheduler.advance(by: .seconds(2))
      return Broadcaster<Int>.never
    }
    let subscription = slow.prefix(for: .seconds(10), scheduler: scheduler)
      .attach({ _ in }, ended: { ends.record(scheduler.uptime) })
    scheduler.advance(by: .seconds(20))
    #expect(ends.events == [.seconds(10)])
    withExtendedLifetime(subscription) {}
  }

  @Test func `ends on the scheduler`() {
    let scheduler = ManualScheduler()
    let places = History<Bool>()
    let subscription = Broadcaster<Int>.never.prefix(for: .seconds(1), scheduler: scheduler).attach { _ in }
    subscription.whenEnded(isolation: nil) { places.record(scheduler.isCurrent) }
    scheduler.run()
    #expect(places.events == [true])
  }

  @Test func `delivers updates without gaps and ends on a real queue`() async {
    await LiveScope.expectingNoLeaks {
      let source = BroadcastSource<Int>()
      let history = History<Int>()
      let ends = History<Void>()
      let subscription = source.prefix(for: .milliseconds(1), scheduler: DispatchQueue.global()).attach {
        history.record($0)
      }
      subscription.whenEnded(isolation: nil) { ends.record(()) }
      await onThreads { _ in
        for update in 1...5_000 { source.send(update) }
        ends.waitForCount(1)
      }
      #expect(history.events == Array((1...5_000).prefix(history.events.count)))
      #expect(!source.hasSubscribers)
    }
  }
}
