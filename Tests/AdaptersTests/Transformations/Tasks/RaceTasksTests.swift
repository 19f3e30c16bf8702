import TestSupport
import Testing
import Tidings

@Suite("A race of tasks")
struct RaceTasksTests {
  private let shop = Workshop<Int>()
  private let history = History<String>()

  @Test(arguments: [
    (Result<Int, Fault>.success(1), "success 1"), (.failure(Fault(code: 2)), "failure 2"),
  ])
  func `completes with the first task to complete, and cancels the others`(result: Result<Int, Fault>, outcome: String)
  {
    let subscription = shop.task("a").race(with: shop.task("b"), shop.task("c")).record(in: history)
    shop.report(1, in: "a")
    shop.report(2, in: "b")
    shop.complete("b", result)
    #expect(history.events == ["1", "2", outcome, "end"])
    #expect(shop.log.events == ["start a", "start b", "start c", "cancel a", "cancel c"])
    subscription.invalidate()
    #expect(shop.log.events.count == 5)
  }

  @Test func `is won immediately by a completed task, and does not start later tasks`() {
    _ = [shop.task("a"), .success(1), shop.task("c")].firstToFinish().record(in: history)
    #expect(history.events == ["success 1", "end"])
    #expect(shop.log.events == ["start a", "cancel a"])
  }

  @Test func `continues if one task ends without a result, and ends when all do`() {
    let subscription = shop.task("a").race(with: shop.task("b")).record(in: history)
    shop.abandon("a")
    #expect(history.events.isEmpty)
    shop.abandon("b")
    #expect(history.events == ["end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `for success continues if one fails`() {
    let subscription = [shop.task("a"), shop.task("b"), shop.task("c")].firstSuccess().record(in: history)
    shop.complete("a", .failure(Fault(code: 1)))
    #expect(history.events.isEmpty)
    shop.complete("b", .success(2))
    #expect(history.events == ["success 2", "end"])
    #expect(shop.log.events.suffix(1) == ["cancel c"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `for success fails with the failure of the last to fail`() {
    let subscription = [shop.task("a"), shop.task("b")].firstSuccess().record(in: history)
    shop.complete("b", .failure(Fault(code: 2)))
    shop.complete("a", .failure(Fault(code: 1)))
    #expect(history.events == ["failure 1", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `for success fails if only one has failed and the last ends without a result`() {
    let subscriptions = [
      [shop.task("a"), shop.task("b")].firstSuccess().record(in: history),
      [shop.task("c")].firstSuccess().record(in: history),
    ]
    shop.complete("a", .failure(Fault(code: 1)))
    shop.abandon("b")
    shop.abandon("c")
    #expect(history.events == ["failure 1", "end", "end"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `has one winner with several threads`() async {
    for _ in 0..<200 {
      let sources = (0..<3).map { _ in TaskSource<Int, Int, Fault>() }
      let history = History<String>()
      let subscription = sources.map(\.publishedTask).firstToFinish().record(in: history)
      await onThreads(3) { sources[$0].succeed($0) }
      await onThreads { _ in history.wait(for: "end") }
      #expect(history.events.count == 2)
      withExtendedLifetime(subscription) {}
    }
  }
}
