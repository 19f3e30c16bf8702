import TestSupport
import Testing
import Tidings
import TidingsAdapters
import TidingsTesting

@Suite("Measuring intervals")
struct MeasureIntervalTests {
  private let marbles = Marbles()

  @Test func `delivers the time since the previous update, or since the subscription for the first`() {
    let source = "---a-----b-c--|"
    let result = "---3-----6-2--|"
    let joined = "-------^"
    let ofLate = "---------2-2--|"
    let values: [Character: Duration] = ["2": .seconds(2), "3": .seconds(3), "6": .seconds(6)]
    let intervals = marbles.hot(source).measureInterval(using: marbles.scheduler)
    let late = marbles.record(intervals, subscribed: joined)
    marbles.expect(intervals, result, values: values)
    late.expect(ofLate, values: values)
  }

  @Test func `measures zero for a value that is current at the subscription`() {
    let source = "a-b|"
    let result = "0-2|"
    let values: [Character: Duration] = ["0": .zero, "2": .seconds(2)]
    marbles.expect(marbles.value(source).measureInterval(using: marbles.scheduler), result, values: values)
  }

  @Test func `enqueues no job, and unsubscribes from its source`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let subscription = source.measureInterval(using: scheduler).prefix(1).attach { _ in }
    #expect(scheduler.pendingJobs == 0)
    source.send(1)
    #expect(!subscription.isActive && !source.hasSubscribers)
  }
}
