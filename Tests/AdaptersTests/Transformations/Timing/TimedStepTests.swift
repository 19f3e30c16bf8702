import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsAdapters
import TidingsTesting

/// The common behaviour of operators that delay updates.
@Suite("Delaying updates")
struct TimedStepTests {
  struct Holder: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let hold: @Sendable (Broadcaster<Int>, Duration, any UpdateScheduler) -> Broadcaster<Int>
  }

  static let holders = [
    Holder(testDescription: "debounce") { debounced($0, $1, $2) },
    Holder(testDescription: "throttle") { throttled($0, $1, $2) },
    Holder(testDescription: "collect") { collected($0, $1, $2) },
    Holder(testDescription: "delay") { delayed($0, $1, $2) },
  ]

  private static func debounced(
    _ source: Broadcaster<Int>, _ time: Duration, _ scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    source.debounce(for: time, scheduler: scheduler, atEnd: .whenDue)
  }

  /// Throttle delivers the first update immediately, so it is filtered out here.
  private static func throttled(
    _ source: Broadcaster<Int>, _ time: Duration, _ scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    source.throttle(for: time, scheduler: scheduler, atEnd: .whenDue).filter { $0 > 0 }
  }

  private static func collected(
    _ source: Broadcaster<Int>, _ time: Duration, _ scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    source.collect(every: time, scheduler: scheduler, atEnd: .whenDue).compactMap(\.last)
  }

  private static func delayed(
    _ source: Broadcaster<Int>, _ time: Duration, _ scheduler: some UpdateScheduler
  ) -> Broadcaster<Int> {
    source.delay(for: time, scheduler: scheduler).filter { $0 > 0 }
  }

  private let scheduler = ManualScheduler()
  private let source = BroadcastSource<Int>()
  private let history = History<Int>()

  @Test(arguments: holders)
  func `is cancelled if the subscriber unsubscribes during an update`(holder: Holder) {
    let held = Held<Subscription>()
    held.hold(
      holder.hold(source.broadcaster, .seconds(1), scheduler).attach { update in
        for update in 5...6 { source.send(update) }
        history.record(update)
        held.current?.invalidate()
      })
    for update in 0...1 { source.send(update) }
    scheduler.advance(by: .seconds(9))
    #expect(history.events == [1])
    #expect(scheduler.pendingJobs == 0)
    #expect(!source.hasSubscribers)
  }

  @Test(arguments: holders)
  func `is cancelled if the subscriber unsubscribes after the end, before a due update`(holder: Holder) {
    let subscription = holder.hold(source.broadcaster, .seconds(1), scheduler).attach { history.record($0) }
    for update in 0...1 { source.send(update) }
    source.finish()
    #expect(subscription.isActive)
    #expect(scheduler.pendingJobs == 1)
    subscription.invalidate()
    #expect(scheduler.pendingJobs == 0)
  }

  @Test(arguments: holders)
  func `is separate for each subscriber`(holder: Holder) {
    let held = holder.hold(source.broadcaster, .seconds(2), scheduler)
    let late = History<Int>()
    let first = held.attach { history.record($0) }
    for update in 0...1 { source.send(update) }
    scheduler.advance(by: .seconds(1))
    let second = held.attach { late.record($0) }
    for update in [0, 2] { source.send(update) }
    first.invalidate()
    scheduler.advance(by: .seconds(2))
    #expect(history.events.isEmpty)
    #expect(late.events == [2])
    second.invalidate()
  }

  @Test(arguments: holders)
  func `delivers due updates on the scheduler, and then the end`(holder: Holder) {
    let places = History<Bool>()
    let subscription = holder.hold(source.broadcaster, .seconds(1), scheduler).attach { _ in
      places.record(scheduler.isCurrent)
    }
    subscription.whenEnded(isolation: nil) { places.record(scheduler.isCurrent) }
    for update in 0...1 { source.send(update) }
    source.finish()
    scheduler.run()
    #expect(places.events == [true, true])
  }

  @Test(arguments: holders)
  func `delivers all updates and ends with an immediate scheduler`(holder: Holder) {
    let subscription = holder.hold(source.broadcaster, .seconds(1), ImmediateScheduler()).attach {
      history.record($0)
    }
    for update in 0...3 { source.send(update) }
    source.finish()
    #expect(history.events.suffix(3) == [1, 2, 3])
    #expect(!subscription.isActive)
  }

  @Test(arguments: holders)
  func `waits for a suspended queue, and ends after the last update`(holder: Holder) async {
    await LiveScope.expectingNoLeaks {
      let queue = DispatchQueue(label: "tidings.test")
      let source = BroadcastSource<Int>()
      let history = History<String>()
      queue.suspend()
      let subscription = holder.hold(source.broadcaster, .milliseconds(1), queue).attach { history.record("\($0)") }
      subscription.whenEnded(isolation: nil) { history.record("end") }
      for update in 0...9 { source.send(update) }
      source.finish()
      // Throttle delivers an update immediately if the previous one was long enough before.
      #expect(subscription.isActive != history.events.contains("9"))
      queue.resume()
      await onThreads { _ in history.wait(for: "end") }
      #expect(history.events.suffix(2) == ["9", "end"])
    }
  }

  @Test(arguments: holders)
  func `delivers one update at a time with several threads and a concurrent queue`(holder: Holder) async {
    await LiveScope.expectingNoLeaks {
      let source = BroadcastSource<Int>()
      let inside = History<Int>()
      let history = History<Int>()
      let subscription = holder.hold(source.broadcaster, .microseconds(20), DispatchQueue.global()).attach { update in
        inside.record(1)
        if inside.events.reduce(0, +) != 1 { history.record(-1) }
        history.record(update)
        inside.record(-1)
      }
      await onThreads(2) { thread in
        for update in 1...300 { source.send(update * 2 + thread) }
      }
      source.send(9_999)
      await onThreads { _ in history.wait(for: 9_999) }
      #expect(!history.events.contains(-1))
      for thread in 0...1 {
        let own = history.events.filter { $0 < 9_999 && $0 % 2 == thread }
        #expect(own == own.sorted())
      }
      subscription.invalidate()
    }
  }

  @Test(arguments: holders)
  func `leaves no objects if the subscriber unsubscribes before a due update`(holder: Holder)
    async
  {
    await LiveScope.expectingNoLeaks {
      let scheduler = ManualScheduler()
      let source = BroadcastSource<Int>()
      let subscription = holder.hold(source.broadcaster, .seconds(1), scheduler).attach { _ in }
      for update in 0...1 { source.send(update) }
      subscription.invalidate()
    }
  }
}
