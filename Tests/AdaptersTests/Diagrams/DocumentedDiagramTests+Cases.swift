import Tidings
import TidingsCore

extension DocumentedDiagramTests {
  static let cases: [Case] = combining + failing + filtering + flattening + mapping + moving + tasks + timed

  private static let combining = [
    Case("CombineLatest") { $0["source"].combineLatest($0["other"]).map { "(\($0), \($1))" } },
    Case("Concatenate", 0, row: "prepend(0)") { $0["source"].prepend("0") },
    Case("Concatenate", 1, row: "append(9)") { $0["source"].append("9") },
    Case("Concatenate", 2) { $0["source"].append($0["other"]) },
    Case("Gate") { $0["source"].gate(by: $0.value("isOpen").map { $0 == "t" }) },
    Case("Merge") { $0["source"].merge(with: $0["other"]) },
    Case("Race") { $0["source"].race(with: $0["other"]) },
    Case("Sample", 0) { $0["source"].sample(on: $0["trigger"]) },
    Case("WithLatest") { $0["source"].withLatest(from: $0["other"]).map { "(\($0), \($1))" } },
    Case("Zip") { $0["source"].zip($0["other"]).map { "(\($0), \($1))" } },
  ]

  private static let failing = [
    Case("CatchAndRecover", 0) { stage in
      let other = stage.task("other")
      return stage.row(stage.task("task").catch { _ in other })
    },
    Case("CatchAndRecover", 1, row: "recover { cached }") { stage in
      stage.row(stage.task("task").recover { _ in "cached" }.withFailure(DiagramStage.Failed.self))
    },
    Case("CatchAndRecover", 2) { stage in
      let (source, other) = (stage.results("source"), stage.results("other"))
      return source.catch { _ in other }.map(text)
    },
    Case("CatchAndRecover", 3) { $0.results("source").stopsAtFailure().map(text) },
    Case("Results") { stage in
      let updates = stage["source"].map { text -> TaskUpdate<String, String, DiagramStage.Failed> in
        DiagramStage.result(text).map { .completed($0) } ?? .inProgress(text)
      }
      return updates.results().map(DiagramStage.text)
    },
    Case("Retry", 0, row: "retry(1)") { stage in
      stage.oneAfterTheOther(["source", "once more"]).retry(1).map(text)
    },
    Case("Retry", 2) { stage in
      let attempts = ["attempt 1", "attempt 2"].map(stage.task)
      return stage.row(PublishedTask.retrying(attempts: 2) { attempts[$0 - 1] })
    },
    Case("RetryWhen", 0) { stage in
      let signals = stage.oneAfterTheOther(["signal", "second signal"])
      return stage.oneAfterTheOther(["source", "once more"]).retry { _ in signals }.map(text)
    },
    Case("RetryWhen", 1) { stage in
      let attempts = ["attempt 1", "attempt 2"].map(stage.task)
      let signal = stage["signal"]
      return stage.row(PublishedTask.retrying(when: { _ in signal }) { attempts[$0 - 1] })
    },
  ]

  private static let filtering = [
    Case("Drop", 0, row: "dropFirst()") { $0["source"].dropFirst() },
    Case("Drop", 1, row: "drop { $0 < 2 }") { $0.numbers("source").drop { $0 < 2 }.map(text) },
    Case("Drop", 2) { $0["source"].drop(until: $0["other"]) },
    Case("Drop", 3, row: "drop(for: 7 steps)") { $0["source"].drop(for: .seconds(7), scheduler: $0.scheduler) },
    Case("Filter", 0, row: "even") { $0.numbers("source").filter { $0.isMultiple(of: 2) }.map(text) },
    Case("Filter", 1) { $0["source"].ignoreUpdates().map(text) },
    Case("Last", 0, row: "last()") { $0["source"].last() },
    Case("Last", 1, row: "suffix(2)") { $0["source"].suffix(2) },
    Case("Prefix", 0, row: "prefix(2)") { $0["source"].prefix(2) },
    Case("Prefix", 1, row: "prefix { $0 < 3 }") { $0.numbers("source").prefix { $0 < 3 }.map(text) },
    Case("Prefix", 1, row: "prefix(while: { $0 < 3 }, inclusive: true)") {
      $0.numbers("source").prefix(while: { $0 < 3 }, inclusive: true).map(text)
    },
    Case("Prefix", 2) { $0["source"].prefix(until: $0["other"]) },
    Case("Prefix", 3, row: "prefix(for: 7 steps)") { $0["source"].prefix(for: .seconds(7), scheduler: $0.scheduler) },
    Case("RemoveDuplicates", 0) { $0["source"].removeDuplicates { $0 == $1 } },
    Case("RemoveDuplicates", 1, row: "by the letter") { $0["source"].removeDuplicates(by: \.first) },
    Case("RemoveDuplicates", 2, row: "by the letter") { $0["source"].removeAllDuplicates(by: \.first) },
    Case("RemoveDuplicates", 3) { $0["source"].removeAllDuplicates() },
  ]

  private static let flattening = [
    Case("FlatMap", 0) { stage in
      let source = stage["source"]
      let inner = stage.inner("a", "b")
      return source.flatMap { inner($0) }
    },
    Case("FlatMap", 1) { stage in
      let source = stage["source"]
      let inner = stage.inner("a", "b")
      return source.concatMap { inner($0) }
    },
    Case("FlatMap", 2) { stage in
      let source = stage["source"]
      let inner = stage.inner("a", "c")
      return source.flatMapFirst { inner($0) }
    },
    Case("FlatMapLatest") { stage in
      let source = stage["source"]
      let inner = stage.inner("a", "b")
      return source.flatMapLatest { inner($0) }
    },
  ]

  private static let mapping = [
    Case("Collect", 0, row: "collect()") { $0.success($0.numbers("source").collect()) },
    Case("Collect", 1, row: "collect(2)") { $0.numbers("source").collect(2).map(text) },
    Case("Collect", 2) { $0.numbers("source").collect(on: $0["trigger"]).map(text) },
    Case("ContainsMinMax", 0, row: "contains { $0 > 2 }") { $0.success($0.numbers("source").contains { $0 > 2 }) },
    Case("ContainsMinMax", 1, row: "allSatisfy { $0 < 3 }") { $0.success($0.numbers("source").allSatisfy { $0 < 3 }) },
    Case("ContainsMinMax", 2, row: "min()") { $0.success($0.numbers("source").min().map { $0 ?? 0 }) },
    Case("ContainsMinMax", 3, row: "max()") { $0.success($0.numbers("source").max().map { $0 ?? 0 }) },
    Case("Map", 0, row: "doubled") { $0.numbers("source").map { "\($0 * 2)" } },
    Case("Map", 1) { $0["source"].compactMap { Int($0.filter { $0 != "\"" }).map(text) } },
    Case("Map", 2) { $0["lines"].tryMap { try parsed($0) }.map { result in resultText(result) } },
    Case("Map", 3) { stage in
      stage.row(stage.task("task").eraseFailure().tryMap { try parsed($0) }.mapError { DiagramStage.Failed("\($0)") })
    },
    Case("Map", 4) { stage in
      stage.row(stage.task("task").mapResult { _ in .failure(DiagramStage.Failed("notFound")) })
    },
    Case("Map", 5) { stage in
      stage.row(stage.task("task").mapError { DiagramStage.Failed("NetworkError(\($0))") })
    },
    Case("Materialize", 0) { $0["source"].materialize().map(eventText) },
    Case("Replace", 0, row: "replaceNil(0)") { $0["source"].map { $0 == "nil" ? nil : $0 }.replaceNil(with: "0") },
    Case("Replace", 1, row: "replaceEmpty(0)") { $0["source"].replaceEmpty(with: "0") },
    Case("ScanAndReduce", 0, row: "scan(0, sum)") { $0.numbers("source").scan(0, +).map(text) },
    Case("ScanAndReduce", 1, row: "scan(into: [], append)") {
      $0.numbers("source").scan(into: [Int]()) { $0.append($1) }.map(text)
    },
    Case("ScanAndReduce", 2, row: "scanMap(into: 0, rise)") {
      $0.numbers("source").scanMap(into: 0) { last, number -> Int in
        defer { last = number }
        return number - last
      }.map(text)
    },
    Case("ScanAndReduce", 3, row: "reduce(0, sum)") { $0.success($0.numbers("source").reduce(0, +)) },
    Case("ScanAndReduce", 4, row: "reduce(into: [], append)") {
      $0.success($0.numbers("source").reduce(into: [Int]()) { $0.append($1) })
    },
    Case("ScanAndReduce", 5, row: "count()") { $0.success($0["source"].count()) },
    Case("WithPrevious", 0) { $0["source"].withPrevious().map { "(\($0 ?? "nil"), \($1))" } },
    Case("WithPrevious", 1) { $0.value("source").changes.map { "(\($0), \($1))" } },
  ]

  private static let moving = [
    Case("Publisher+PublishedValue", row: "initial 0") { Broadcaster($0["source"].publishedValue(initial: "0")) }
  ]

  private static let tasks = [
    Case("FlatMapTask", 0) { stage in
      let (first, second) = (stage.task("first"), stage.task("second"))
      return stage.row(first.flatMap { _ in second })
    },
    Case("RaceTasks", 0) { stage in stage.row(["first", "second"].map(stage.task).firstToFinish()) },
    Case("RaceTasks", 1) { stage in stage.row(["first", "second"].map(stage.task).firstSuccess()) },
  ]

  private static let timed = [
    Case("CollectEvery", row: "collect(every: 5 steps)") {
      let letters = ["[1, 2]": "a", "[3, 4, 5]": "b", "[6]": "c"]
      return $0.numbers("source").collect(every: .seconds(5), scheduler: $0.scheduler).map { letters["\($0)"] ?? "?" }
    },
    Case("CollectEvery", row: "collect(every: 5 steps, count: 2)") {
      let letters = ["[1, 2]": "a", "[3, 4]": "d", "[5]": "e", "[6]": "c"]
      return $0.numbers("source").collect(every: .seconds(5), count: 2, scheduler: $0.scheduler)
        .map { letters["\($0)"] ?? "?" }
    },
    Case("Debounce", row: "debounce(for: 3 steps)") {
      $0["source"].debounce(for: .seconds(3), scheduler: $0.scheduler)
    },
    Case("Delay") { $0["source"].delay(for: .seconds(4), scheduler: $0.scheduler) },
    Case("MeasureInterval") { stage in
      stage["source"].measureInterval(using: stage.scheduler).map { "\(Int($0 / .seconds(1)))" }
    },
    Case("Throttle", row: "throttle(for: 5 steps)") {
      $0["source"].throttle(for: .seconds(5), scheduler: $0.scheduler)
    },
    Case("Throttle", row: "latest: false") {
      $0["source"].throttle(for: .seconds(5), scheduler: $0.scheduler, latest: false)
    },
    Case("Throttle", row: "trailing: false") {
      $0["source"].throttle(for: .seconds(5), scheduler: $0.scheduler, trailing: false)
    },
  ]

  @Sendable private static func text(_ update: some Any) -> String { "\(update)" }

  @Sendable private static func text(_ result: Result<String, DiagramStage.Failed>) -> String {
    if case .success(let value) = result { value } else { DiagramStage.text(result) }
  }

  @Sendable private static func eventText(_ event: PublisherEvent<String>) -> String {
    switch event {
    case .update(let update): ".update(\(update))"
    case .ended: ".ended"
    }
  }

  private static func resultText(_ result: Result<String, any Error>) -> String {
    DiagramStage.text(result.mapError { DiagramStage.Failed("\($0)") })
  }

  /// Reads a number in quotation marks.
  private static func parsed(_ text: String) throws -> String {
    let number = text.filter { $0 != "\"" }
    guard Int(number) != nil else { throw DiagramStage.Failed("notANumber") }
    return number
  }
}
