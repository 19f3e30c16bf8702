import TestSupport
import Testing
import Tidings
import TidingsTesting

/// Checks when each source and operator ends.
@Suite("Ends")
struct EndsTests {
  /// An operator, and what happens at its upstreams until its result ends.
  ///
  /// In the script, a digit is an update of the source and `|` is its end. A letter is an update of the other upstream
  /// and `/` is its end. The result ends at `^` and not before. No subscription is left.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let script: String
    let make: @Sendable (BroadcastSource<Int>, BroadcastSource<Int>) -> any Publisher

    init(
      _ name: String, _ script: String,
      _ make: @escaping @Sendable (_ source: BroadcastSource<Int>, _ other: BroadcastSource<Int>) -> any Publisher
    ) {
      self.name = name
      self.script = script
      self.make = make
    }

    var testDescription: String { "\(name): \(script)" }
  }

  @Test(.timeLimit(.minutes(10)), arguments: rows)
  func `the result ends exactly at the marked step`(of row: Row) async throws {
    try await LiveScope.expectingNoLeaks {
      let source = BroadcastSource<Int>()
      let other = BroadcastSource<Int>()
      let history = History<String>()
      let subscription = follow(row.make(source, other))
      subscription.whenEnded { history.record("end") }
      for (position, step) in row.script.enumerated() {
        if step == "^" {
          #expect(history.events == ["end"], "not ended after step \(position)")
        } else {
          #expect(subscription.isActive, "ended before step \(position + 1)")
          try perform(step, source, other)
        }
      }
      #expect(!source.hasSubscribers && !other.hasSubscribers)
    }
  }

  @Test(arguments: single + timed + waiting + several + inner + retried)
  func `a late subscriber receives what it would receive alone`(of row: Row) throws {
    for joining in 1..<max(1, row.script.count) {
      #expect(try late(in: row, joining, isAlone: false) == late(in: row, joining, isAlone: true))
    }
  }

  /// Returns what a subscriber receives that joins before a step of the script.
  private func late(in row: Row, _ joining: Int, isAlone: Bool) throws -> [String] {
    let (source, other, history) = (BroadcastSource<Int>(), BroadcastSource<Int>(), History<String>())
    let publisher = row.make(source, other)
    var subscriptions = isAlone ? [] : [publisher.recordAll(in: History())]
    for (position, step) in row.script.enumerated() {
      if position == joining { subscriptions.append(publisher.recordAll(in: history)) }
      try perform(step, source, other)
    }
    return withExtendedLifetime(subscriptions) { history.events }
  }

  private func perform(_ step: Character, _ source: BroadcastSource<Int>, _ other: BroadcastSource<Int>) throws {
    switch step {
    case "|": source.finish()
    case "/": other.finish()
    case "^": break
    default:
      let update = try #require(step.wholeNumberValue ?? step.asciiValue.map(Int.init))
      step.isNumber ? source.send(update) : other.send(update)
    }
  }

  private func follow(_ publisher: some Publisher) -> Subscription {
    publisher.attach { _ in }
  }

  static let rows: [Row] = single + timed + waiting + several + inner + retried + shared

  private static let single: [Row] = [
    Row("map", "1|^") { source, _ in source.map { $0 } },
    Row("compactMap", "1|^") { source, _ in source.compactMap { $0 } },
    Row("filter", "1|^") { source, _ in source.filter { _ in true } },
    Row("scan", "12|^") { source, _ in source.scan(0, +) },
    Row("scan(into:)", "12|^") { source, _ in source.scan(into: 0) { $0 += $1 } },
    Row("scanMap(into:)", "12|^") { source, _ in source.scanMap(into: 0) { $0 + $1 } },
    Row("withPrevious", "12|^") { source, _ in source.withPrevious() },
    Row("tryMap", "1|^") { source, _ in source.tryMap { $0 } },
    Row("replaceNil", "1|^") { source, _ in source.map { Int?($0) }.replaceNil(with: 0) },
    Row("removeDuplicates", "11|^") { source, _ in source.removeDuplicates() },
    Row("removeAllDuplicates", "11|^") { source, _ in source.removeAllDuplicates() },
    Row("removeDuplicates(by:)", "11|^") { source, _ in source.removeDuplicates(by: \.description) },
    Row("removeAllDuplicates(by:)", "11|^") { source, _ in source.removeAllDuplicates(by: \.description) },
    Row("dropFirst", "12|^") { source, _ in source.dropFirst() },
    Row("drop(while:)", "12|^") { source, _ in source.drop { $0 < 2 } },
    Row("ignoreUpdates", "1|^") { source, _ in source.ignoreUpdates() },
    Row("prefix", "12^") { source, _ in source.prefix(2) },
    Row("prefix", "1|^") { source, _ in source.prefix(2) },
    Row("prefix", "^") { source, _ in source.prefix(0) },
    Row("prefix(while:)", "12^") { source, _ in source.prefix { $0 < 2 } },
    Row("prefix(while:)", "1|^") { source, _ in source.prefix { $0 < 2 } },
    Row("prefix(while:inclusive:)", "12^") { source, _ in source.prefix(while: { $0 < 2 }, inclusive: true) },
    Row("prefix(while:inclusive:)", "1|^") { source, _ in source.prefix(while: { $0 < 2 }, inclusive: true) },
    Row("last", "12|^") { source, _ in source.last() },
    Row("suffix", "123|^") { source, _ in source.suffix(2) },
    Row("collect", "123|^") { source, _ in source.collect(2) },
    Row("materialize", "1|^") { source, _ in source.materialize() },
    Row("dematerialize", "1|^") { source, _ in source.map { PublisherEvent.update($0) }.dematerialize() },
    Row("dematerialize", "10^") { source, _ in source.map { $0 > 0 ? .update($0) : .ended }.dematerialize() },
    Row("replaceEmpty", "1|^") { source, _ in source.replaceEmpty(with: 0) },
    Row("replaceEmpty", "|^") { source, _ in source.replaceEmpty(with: 0) },
    Row("prepend", "1|^") { source, _ in source.prepend(0) },
    Row("append", "1|^") { source, _ in source.append(9) },
    Row("handleEvents", "1|^") { source, _ in source.handleEvents(ended: {}) },
    Row("logged", "1|^") { source, _ in source.logged(label: "row", to: { _ in }) },
    Row("broadcaster()", "1|^") { source, _ in source.broadcaster() },
    Row("broadcaster() of a sequence", "^") { _, _ in [1, 2].broadcaster() },
  ]

  /// Operators with a scheduler whose time does not pass.
  private static let timed: [Row] = [
    Row("debounce", "12|^") { source, _ in source.debounce(for: .seconds(1), scheduler: ImmediateScheduler()) },
    Row("throttle", "12|^") { source, _ in source.throttle(for: .seconds(1), scheduler: ManualScheduler()) },
    Row("collect(every:)", "12|^") { source, _ in source.collect(every: .seconds(1), scheduler: ManualScheduler()) },
    Row("measureInterval", "1|^") { source, _ in source.measureInterval(using: ManualScheduler()) },
    Row("prefix(for:)", "1|^") { source, _ in source.prefix(for: .seconds(1), scheduler: ManualScheduler()) },
    Row("prefix(for:)", "^") { source, _ in source.prefix(for: .seconds(1), scheduler: ImmediateScheduler()) },
    Row("drop(for:)", "1|^") { source, _ in source.drop(for: .seconds(1), scheduler: ManualScheduler()) },
  ]

  private static let several: [Row] = [
    Row("merge", "1a|b/^") { $0.merge(with: $1) },
    Row("merge", "/1|^") { $0.merge(with: $1) },
    Row("combineLatest", "1a|b/^") { $0.combineLatest($1) },
    Row("combineLatest", "a|^") { $0.combineLatest($1) },
    Row("zip", "1a|^") { $0.zip($1) },
    Row("zip", "1|a^") { $0.zip($1) },
    Row("zip with a closure", "1|a^") { $0.zip($1) { $0 + $1 } },
    Row("withLatest(from:)", "a1/2|^") { $0.withLatest(from: $1) },
    Row("withLatest(from:)", "1/^") { $0.withLatest(from: $1) },
    Row("withLatest(from:) with a closure", "a1/2|^") { $0.withLatest(from: $1) { $0 + $1 } },
    Row("sample(on:)", "1a|^") { $0.sample(on: $1) },
    Row("sample(on:)", "1a/^") { $0.sample(on: $1) },
    Row("collect(on:)", "1a2|^") { $0.collect(on: $1) },
    Row("collect(on:)", "1a2/^") { $0.collect(on: $1) },
    Row("gate(by:)", "1a1|^") { $0.gate(by: $1.map { $0 == 97 }) },
    Row("gate(by:)", "a1/2|^") { $0.gate(by: $1.map { $0 == 97 }) },
    Row("gate(by:)", "ab1|a^") { $0.gate(by: $1.map { $0 == 97 }) },
    Row("gate(by:)", "ab|^") { $0.gate(by: $1.map { $0 == 97 }) },
    Row("gate(by:)", "ab1/^") { $0.gate(by: $1.map { $0 == 97 }) },
    Row("gate(by:)", "1/^") { $0.gate(by: $1.map { $0 == 97 }) },
    Row("prepend", "a/1|^") { $0.prepend($1) },
    Row("append", "1|a/^") { $0.append($1) },
    Row("race(with:)", "1a|^") { $0.race(with: $1) },
    Row("race(with:)", "|a/^") { $0.race(with: $1) },
    Row("race(with:)", "|/^") { $0.race(with: $1) },
    Row("merged of nothing", "^") { _, _ in [Broadcaster<Int>]().merged() },
    Row("raced of nothing", "^") { _, _ in [Broadcaster<Int>]().raced() },
    Row("concatenated of nothing", "^") { _, _ in [Broadcaster<Int>]().concatenated() },
    Row("combinedLatest of nothing", "^") { _, _ in [Broadcaster<Int>]().combinedLatest() },
    Row("zipped of nothing", "^") { _, _ in [Broadcaster<Int>]().zipped() },
    Row("combineLatest with an ended one", "^") { source, _ in Broadcaster<Int>.empty.combineLatest(source) },
    Row("zip with an ended one", "^") { source, _ in Broadcaster<Int>.empty.zip(source) },
    Row("zip with an ended one", "^") { source, _ in source.zip(Broadcaster<Int>.empty) },
    Row("prefix(until:)", "1a^") { $0.prefix(until: $1) },
    Row("prefix(until:)", "1/2|^") { $0.prefix(until: $1) },
    Row("drop(until:)", "1a2|^") { $0.drop(until: $1) },
    Row("drop(until:)", "1a/2|^") { $0.drop(until: $1) },
    Row("drop(until:)", "1|^") { $0.drop(until: $1) },
    Row("drop(until:)", "1/^") { $0.drop(until: $1) },
  ]

  private static let inner: [Row] = [
    Row("flatMap", "1|a/^") { source, other in source.flatMap { _ in other } },
    Row("flatMap", "1a/|^") { source, other in source.flatMap { _ in other } },
    Row("flatMap", "|^") { source, other in source.flatMap { _ in other } },
    Row("concatMap", "12|a/^") { source, other in source.concatMap { _ in other } },
    Row("flatMapFirst", "12|a/^") { source, other in source.flatMapFirst { _ in other } },
    Row("flatMapLatest", "12|a/^") { source, other in source.flatMapLatest { _ in other } },
    Row("flatMapLatest", "1/|^") { source, other in source.flatMapLatest { _ in other } },
    Row("switchToLatest", "1|a/^") { source, other in source.map { _ in other }.switchToLatest() },
  ]

  private static let retried: [Row] = [
    Row("retry(when:)", "1|^") { source, other in source.resulting().retry { _ in other } },
    Row("retry(when:)", "0a1|^") { source, other in source.resulting().retry { _ in other } },
    Row("retry(when:)", "10/^") { source, other in source.resulting().retry { _ in other } },
    Row("retry(when:)", "0|a^") { source, other in source.resulting().retry { _ in other } },
    Row("retry", "00^") { source, _ in source.resulting().retry(1) },
    Row("retry", "1|^") { source, _ in source.resulting().retry(1) },
    Row("catch", "0a/^") { source, other in source.resulting().catch { _ in other.resulting() } },
    Row("catch", "1|^") { source, other in source.resulting().catch { _ in other.resulting() } },
    Row("stopsAtFailure", "10^") { source, _ in source.resulting().stopsAtFailure() },
  ]

  /// Operators that all subscribers share, and one that its subscriber changes.
  private static let shared: [Row] = [
    Row("reduce", "12|^") { source, _ in source.reduce(0, +) },
    Row("reduce(into:)", "12|^") { source, _ in source.reduce(into: 0) { $0 += $1 } },
    Row("collect of everything", "12|^") { source, _ in source.collect() },
    Row("count", "12|^") { source, _ in source.count() },
    Row("min", "12|^") { source, _ in source.min() },
    Row("max", "12|^") { source, _ in source.max() },
    Row("contains", "12^") { source, _ in source.contains(2) },
    Row("contains", "1|^") { source, _ in source.contains { $0 > 1 } },
    Row("allSatisfy", "12^") { source, _ in source.allSatisfy { $0 < 2 } },
    Row("allSatisfy", "1|^") { source, _ in source.allSatisfy { $0 < 2 } },
    Row("prefix(until:) of a lifetime", "1^") { source, _ in
      let lifetime = Held(Lifetime())
      return source.handleEvents(update: { _ in lifetime.letGo() }).prefix(until: lifetime.current!.ended)
    },
    Row("share", "1|^") { source, _ in source.share() },
    Row("replay", "1|^") { source, _ in source.replay(1) },
    Row("publishedValue(initial:)", "1|^") { source, _ in source.publishedValue(initial: 0) },
  ]

  private static let waiting: [Row] = [
    Row("delay", "1|^") { source, _ in source.delay(for: .seconds(1), scheduler: ImmediateScheduler()) },
    Row("timeout", "1|^") { source, _ in source.timeout(.seconds(1), scheduler: ManualScheduler()) },
    Row("timeout", "^") { source, _ in source.timeout(.seconds(1), scheduler: ImmediateScheduler()) },
    Row("timeout(switchingTo:)", "1|^") {
      $0.timeout(.seconds(1), scheduler: ManualScheduler(), switchingTo: $1)
    },
    Row("timeout(switchingTo:)", "1a|/^") {
      $0.timeout(.seconds(1), scheduler: ImmediateScheduler(), switchingTo: $1)
    },
    Row("after", "^") { _, _ in Broadcaster.after(.seconds(1), scheduler: ImmediateScheduler()) },
    Row("every", "1") { _, _ in Broadcaster.every(.seconds(1), scheduler: ManualScheduler()) },
  ]
}

extension Publisher<Int> {
  /// The updates as successes, except zero, which is a failure.
  fileprivate func resulting() -> Broadcaster<Result<Int, Fault>> {
    map { $0 > 0 ? .success($0) : .failure(Fault()) }
  }
}
