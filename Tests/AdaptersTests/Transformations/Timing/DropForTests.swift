import TestSupport
import Testing
import Tidings
import TidingsAdapters
import TidingsTesting

@Suite("Drop for a time")
struct DropForTests {
  private let marbles = Marbles()

  @Test func `drops updates for the duration since the subscription of each subscriber`() {
    let source = "a---b---c---d--|"
    let result = "--------c---d--|"
    let joined = "-----^"
    let ofLate = "------------d--|"
    let drop = marbles.hot(source).drop(for: marbles.frames(7), scheduler: marbles.scheduler)
    let late = marbles.record(drop, subscribed: joined)
    marbles.expect(drop, result)
    late.expect(ofLate)
  }

  @Test func `delivers an update at the end of the duration, and drops one right before`() {
    let source = "a-bcd|"
    let result = "---cd|"
    marbles.expect(marbles.hot(source).drop(for: marbles.frames(3), scheduler: marbles.scheduler), result)
  }

  @Test(arguments: [0, -7])
  func `of zero or less drops nothing`(frames: Int) {
    let source = "a-b--|"
    let duration = marbles.frames(frames)
    marbles.expect(marbles.hot(source).drop(for: duration, scheduler: marbles.scheduler), source)
    marbles.expect(marbles.value(source).drop(for: duration, scheduler: marbles.scheduler), source)
  }

  @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
  func `of the longest duration only delivers the end`(duration: Duration) {
    let source = "a-b----|"
    let result = "-------|"
    marbles.expect(marbles.cold(source).drop(for: duration, scheduler: marbles.scheduler), result)
  }

  @Test func `drops the value that is current at the subscription`() {
    let scheduler = ManualScheduler()
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.drop(for: .seconds(1), scheduler: scheduler).attach { history.record($0) }
    property.value = 2
    scheduler.advance(by: .seconds(1))
    property.value = 3
    #expect(history.events == [3])
    subscription.invalidate()
  }

  @Test func `does not depend on jobs of a late scheduler`() {
    let scheduler = LateScheduler()
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.drop(for: .seconds(2), scheduler: scheduler).attach { history.record($0) }
    source.send(1)
    scheduler.clock.advance(by: .seconds(2))
    source.send(2)
    #expect(history.events == [2])
    subscription.invalidate()
  }
}
