import TestSupport
import Testing
import Tidings

@Suite("Zipped tasks")
struct ZipTasksTests {
  private let shop = Workshop<Int>()
  private let history = History<String>()

  @Test func `succeed with the successes of all tasks`() {
    let text = TaskSource<Double, String, Fault>()
    let subscription = shop.task("a").zip(text.publishedTask).record(in: history)
    shop.report(1, in: "a")
    text.report(0.5)
    text.succeed("x")
    shop.complete("a", .success(2))
    #expect(
      history.events == [
        "(Optional(1), nil)", "(Optional(1), Optional(0.5))", "success (2, \"x\")", "end",
      ])
    withExtendedLifetime(subscription) {}
  }

  @Test func `accept three and four tasks of different types`() {
    let history = history
    let number = PublishedTask<Int, Int, Fault>.success(1)
    let text = PublishedTask<Never, String, Fault>.success("2")
    let nothing = PublishedTask<Double, Int?, Fault>.success(nil)
    let subscriptions = [
      number.zip(text, nothing).subscribe(
        isolation: nil, success: { one, two, three in history.record("\(one) \(two) \(three as Any)") },
        failure: { _ in }),
      number.zip(text, nothing, PublishedTask<Int, Void, Fault>.success(())).subscribe(
        isolation: nil,
        success: { one, two, three, four in history.record("\(one) \(two) \(three as Any) \(four)") },
        failure: { _ in }),
    ]
    #expect(history.events == ["1 2 nil", "1 2 nil ()"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `distinguish a progress of nil from no progress`() {
    let source = TaskSource<Int?, Int, Fault>()
    let subscription = source.publishedTask.zip(shop.task("b")).record(in: history)
    shop.report(1, in: "b")
    source.report(nil)
    source.report(2)
    #expect(
      history.events == [
        "(nil, Optional(1))", "(Optional(nil), Optional(1))", "(Optional(Optional(2)), Optional(1))",
      ])
    subscription.invalidate()
  }

  @Test func `fail with the first failure, and cancel the others`() {
    let subscription = shop.task("a").zip(shop.task("b"), shop.task("c")).record(in: history)
    shop.complete("b", .failure(Fault(code: 3)))
    #expect(history.events == ["failure 3", "end"])
    #expect(shop.log.events == ["start a", "start b", "start c", "cancel a", "cancel c"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `succeed with the result of a closure of two or three successes`() {
    let text = PublishedTask<Never, String, Fault>.success("x")
    let subscriptions = [
      shop.task("a").zip(text) { "\($0)\($1)" }.record(in: history),
      shop.task("b").zip(text, text) { "\($0)\($1)\($2)" }.record(in: history),
      shop.task("c").zip(text, text, text).map { "\($0)\($1)\($2)\($3)" }.record(in: history),
    ]
    for (number, name) in ["a", "b", "c"].enumerated() { shop.complete(name, .success(number)) }
    #expect(history.events == ["success 0x", "end", "success 1xx", "end", "success 2xxx", "end"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `fail without calling the closure, and report the progress of each task`() {
    let calls = History<Int>()
    let subscription = shop.task("a").zip(shop.task("b")) { first, second in
      calls.record(first + second)
      return 0
    }.record(in: history)
    shop.report(1, in: "b")
    shop.complete("a", .failure(Fault(code: 3)))
    #expect(history.events == ["(nil, Optional(1))", "failure 3", "end"])
    #expect(calls.events.isEmpty)
    withExtendedLifetime(subscription) {}
  }
}
