import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsTesting

@Suite("Retrying a task")
struct RetryingTests {
  private let shop = Workshop<Int>()
  private let history = History<String>()

  private func retrying(
    _ attempts: Int, while isWorthwhile: @escaping @Sendable (Fault) -> Bool = { _ in true }
  ) -> PublishedTask<Int, Int, Fault> {
    .retrying(attempts: attempts, while: isWorthwhile) { [shop] in shop.task("\($0)") }
  }

  @Test func `fails with the last attempt`() {
    let subscription = retrying(2).record(in: history)
    shop.complete("1", .failure(Fault(code: 1)))
    shop.complete("2", .failure(Fault(code: 2)))
    #expect(history.events == ["failure 2", "end"])
    #expect(shop.log.events == ["start 1", "start 2"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `calls its condition after each failure except that of the last attempt`() {
    let checked = History<Int>()
    let subscription = retrying(3) { failure in
      checked.record(failure.code)
      return failure.code < 2
    }.record(in: history)
    shop.complete("1", .failure(Fault(code: 1)))
    shop.complete("2", .failure(Fault(code: 2)))
    #expect(history.events == ["failure 2", "end"])
    #expect(checked.events == [1, 2])
    let single = retrying(1) { failure in
      checked.record(failure.code)
      return true
    }.record(in: history)
    shop.complete("1", .failure(Fault(code: 9)))
    #expect(checked.events == [1, 2])
    withExtendedLifetime([subscription, single]) {}
  }

  @Test func `counts attempts from 1 again after all subscribers have left`() {
    let task = retrying(3)
    let first = task.record(in: history)
    shop.complete("1", .failure(Fault()))
    first.invalidate()
    let second = task.record(in: history)
    #expect(shop.log.events == ["start 1", "start 2", "cancel 2", "start 1"])
    second.invalidate()
  }

  @Test func `makes a hundred thousand failing attempts without growing the stack`() async {
    let history = history
    let count = repetitions(100_000)
    await onThreads { _ in
      _ = PublishedTask<Int, Int, Fault>.retrying(attempts: count) { .failure(Fault(code: $0)) }.record(in: history)
    }
    #expect(history.events == ["failure \(count)", "end"])
  }

  @Test func `can be cancelled in its closure, and then does not start the task`() {
    let own = Held<Subscription>()
    own.hold(
      PublishedTask<Int, Int, Fault>.retrying(attempts: 5) { [shop] attempt in
        if attempt == 2 { own.letGo() }
        return shop.task("\(attempt)")
      }.record(in: history))
    shop.complete("1", .failure(Fault()))
    #expect(shop.log.events == ["start 1"])
  }

  @Test func `leaves no attempt running if it fails while its subscriber unsubscribes`() async {
    for _ in 0..<200 {
      let shop = Workshop<Int>()
      let task = PublishedTask<Int, Int, Fault>.retrying(attempts: 3) { shop.task("\($0)") }
      let subscription = task.attach { _ in }
      await onThreads(2) { index in
        if index == 0 { shop.complete("1", .failure(Fault())) } else { subscription.invalidate() }
      }
      let log = shop.log.events
      #expect(log.filter { $0 == "start 2" }.count == log.filter { $0 == "cancel 2" }.count)
      #expect(log.filter { $0 == "cancel 1" }.count <= 1)
    }
  }
}

@Suite("Retrying a task after a delay")
struct RetryingBackoffTests {
  private let marbles = Marbles()
  private let shop = Workshop<Int>()
  private let history = History<String>()

  private var scheduler: ManualScheduler { marbles.scheduler }

  private func retrying(_ attempts: Int) -> PublishedTask<Int, Int, Fault> {
    .retrying(
      attempts: attempts, while: { $0.code < 9 }, backoff: .exponential(initial: .seconds(1)), scheduler: scheduler
    ) { [shop] in shop.task("\($0)") }
  }

  @Test func `delivers updates as drawn`() {
    let task = PublishedTask.retrying(
      attempts: 3, backoff: .exponential(initial: marbles.frames(1)), scheduler: scheduler
    ) { [marbles] attempt in marbles.task(attempt < 3 ? "a#" : "-b(c|)") }
    marbles.expect(task, "a-a---b(c|)")
  }

  @Test func `does not wait after the last failure or after one that is not retried`() {
    let last = retrying(1).record(in: history)
    shop.complete("1", .failure(Fault(code: 1)))
    let worthless = retrying(3).record(in: history)
    shop.complete("1", .failure(Fault(code: 9)))
    #expect(history.events == ["failure 1", "end", "failure 9", "end"])
    #expect(scheduler.pendingJobs == 0)
    withExtendedLifetime([last, worthless]) {}
  }

  @Test func `cancels the next attempt when the last subscriber leaves, and starts again with the next one`() {
    let task = retrying(3)
    let first = task.record(in: history)
    let second = task.record(in: history)
    shop.complete("1", .failure(Fault(code: 1)))
    first.invalidate()
    #expect(scheduler.pendingJobs == 1)
    second.invalidate()
    #expect(scheduler.pendingJobs == 0)
    marbles.run()
    #expect(shop.log.events == ["start 1"])
    let third = task.record(in: history)
    #expect(shop.log.events == ["start 1", "start 1"])
    third.invalidate()
  }
}
