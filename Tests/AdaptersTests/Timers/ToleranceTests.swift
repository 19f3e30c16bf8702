import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("The tolerance of a timer")
struct ToleranceTests {
  @Test(arguments: Timing.all)
  fileprivate func `is passed to the scheduler`(_ timing: Timing) {
    let scheduler = TolerantScheduler()
    let subscription = timing.subscribe(scheduler)
    scheduler.time.advance(by: .seconds(2))
    #expect(!scheduler.tolerances.events.isEmpty)
    #expect(scheduler.tolerances.events.allSatisfy { $0 == .seconds(5) })
    subscription.invalidate()
  }
}

private struct Timing: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let subscribe: @Sendable (TolerantScheduler) -> Subscription

  init(_ testDescription: String, _ subscribe: @escaping @Sendable (TolerantScheduler) -> Subscription) {
    (self.testDescription, self.subscribe) = (testDescription, subscribe)
  }

  static let all = [
    Timing("after") { Broadcaster.after(.seconds(1), tolerance: .seconds(5), scheduler: $0).attach {} },
    Timing("after, repeating") {
      Broadcaster.after(.seconds(1), repeating: .seconds(1), tolerance: .seconds(5), scheduler: $0).attach { _ in }
    },
    Timing("every") { Broadcaster.every(.seconds(1), tolerance: .seconds(5), scheduler: $0).attach { _ in } },
    Timing("TimerSource") { scheduler in
      let timer = TimerSource(scheduler: scheduler)
      timer.start(after: .seconds(1), repeating: .seconds(1), tolerance: .seconds(5))
      return Subscription { timer.stop() }
    },
    Timing("delay") {
      Broadcaster.just(1).delay(for: .seconds(1), tolerance: .seconds(5), scheduler: $0).attach { _ in }
    },
    Timing("delay of a task") {
      PublishedTask<Int, Int, Never>.success(1).delay(for: .seconds(1), tolerance: .seconds(5), scheduler: $0)
        .attach { _ in }
    },
    Timing("sample") {
      Broadcaster<Int>.never.sample(every: .seconds(1), tolerance: .seconds(5), scheduler: $0).attach { _ in }
    },
  ]
}

/// Virtual time that records the tolerances of its jobs.
private struct TolerantScheduler: UpdateScheduler {
  let time = ManualScheduler()
  let tolerances = History<Duration>()

  var uptime: Duration { time.uptime }
  var isCurrent: Bool { time.isCurrent }

  func enqueue(_ job: @escaping @Sendable () -> Void) { time.enqueue(job) }

  func enqueue(after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    tolerances.record(tolerance)
    return time.enqueue(after: delay, tolerance: tolerance, job)
  }
}
