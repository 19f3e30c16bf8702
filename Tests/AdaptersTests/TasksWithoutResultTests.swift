import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsTesting

@Suite("Operators on tasks that end without a result")
struct TasksWithoutResultTests {
  /// An operator on the tasks “a” and “b”, and the result of “a”, if “b” is the task that ends without one.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let first: Result<Int, Fault>?
    let make: @Sendable (Workshop<Int>) -> any Publisher

    init(
      _ name: String, after first: Result<Int, Fault>? = nil,
      _ make: @escaping @Sendable (Workshop<Int>) -> any Publisher
    ) {
      (testDescription, self.first, self.make) = (name, first, make)
    }
  }

  private static let rows = [
    Row("mapResult") { $0.task("a").mapResult { $0 } },
    Row("replaceError") { $0.task("a").replaceError(with: 8) },
    Row("catch") { shop in shop.task("a").catch { _ in shop.task("b") } },
    Row("catch, after a failure", after: .failure(Fault())) { shop in shop.task("a").catch { _ in shop.task("b") } },
    Row("flatMap") { shop in shop.task("a").flatMap { _ in shop.task("b") } },
    Row("flatMap, after a success", after: .success(1)) { shop in shop.task("a").flatMap { _ in shop.task("b") } },
    Row("retrying, after a failure", after: .failure(Fault())) { shop in
      PublishedTask<Int, Int, Fault>.retrying(attempts: 3) { shop.task($0 == 1 ? "a" : "b") }
    },
    Row("timeout") { $0.task("a").timeout(.seconds(2), scheduler: ManualScheduler()) { Fault() } },
    Row("collected") { [$0.task("a"), $0.task("b")].collected() },
    Row("zip") { $0.task("a").zip($0.task("b")) },
    Row("delay") { $0.task("a").delay(for: .seconds(1), scheduler: ImmediateScheduler()) },
  ]

  @Test(arguments: rows) func `end, too, and cancel the others`(row: Row) {
    let (shop, history) = (Workshop<Int>(), History<String>())
    let subscription = row.make(shop).recordAll(in: history)
    if let first = row.first { shop.complete("a", first) }
    shop.abandon(row.first == nil ? "a" : "b")
    #expect(history.events == ["end"])
    let started = shop.log.events.count { $0.hasPrefix("start") }
    #expect(shop.log.events.count { $0.hasPrefix("cancel") } == started - (row.first == nil ? 0 : 1))
    subscription.invalidate()
  }
}
