import FloorSide
import Harness
import TidingsSide

/// A row that measures time, as a multiple of the floor's time.
private struct TimedRow {
  let name: String
  /// The largest accepted ratio.
  let bar: Double
  let row: Row
  let floor: (Side, Row)

  init(_ name: String, _ bar: Double, _ row: Row, floor: Row? = nil, of floorSide: Side = floorB) {
    self.name = name
    self.bar = bar
    self.row = row
    self.floor = (floorSide, floor ?? row)
  }

  static let all =
    [
      TimedRow("send to 1", 0.4, .send(to: 1)),
      TimedRow("send to 10, a delivery", 0.22, .send(to: 10)),
      TimedRow("send to 10,000, a delivery", 0.24, .send(to: 10_000)),
      TimedRow("send through map, filter, map", 0.5, .mapFilterMap),
      TimedRow("send through 10 maps", 0.75, .maps(10)),
      TimedRow("send from two threads", 0.45, .sendFromTwoThreads),
      TimedRow("subscribe, invalidate", 2.1, .subscribeInvalidate(others: 0)),
      TimedRow(
        "the same after 100,000 others", 2.1, .subscribeInvalidate(others: 100_000),
        floor: .subscribeInvalidate(others: 0)),
      TimedRow(
        "oldest of 100,000 out, a new one in", 2.5, .replaceOldest(of: 100_000),
        floor: .subscribeInvalidate(others: 0)),
      TimedRow("set a property, changed", 0.65, .setChanged(observers: 1)),
      TimedRow("set from two threads", 0.45, .setFromTwoThreads),
      TimedRow("set a property, equal", 1.1, .setEqual),
    ] + [
      leaving("first of 3", of: 3, from: 0, to: 1),
      leaving("oldest 4,900 of 10,000", of: 10_000, from: 0, to: 4_900),
      leaving("newest 4,900 of 10,000", of: 10_000, from: 5_100, to: 10_000),
      leaving("every second of 10,000", of: 10_000, from: 0, to: 10_000, by: 2),
    ] + [
      TimedRow("scan", 0.4, .scan),
      TimedRow("removeDuplicates", 2, .removeDuplicates),
      TimedRow("merge of 2", 0.8, .merge),
      TimedRow("combineLatest of 2", 0.8, .combineLatest),
      TimedRow("combineLatest of 2 properties", 0.8, .combineLatestOfProperties),
      TimedRow("zip of 2, a pair", 3, .zip),
      TimedRow("flatMapLatest, a switch", 3.4, .switchLatest),
      TimedRow("share, to 1", 3, .share(by: 1)),
      TimedRow("receive on a queue, one by one", 1.3, .receiveOnQueue(burst: 1)),
      TimedRow("receive on a queue, 1,000 at a time", 1.3, .receiveOnQueue(burst: 1_000)),
      TimedRow("virtual time, a job among 1,000", 5, .virtualTime(pending: 1_000)),
      TimedRow("share, to 100, a delivery", 1.25, .share(by: 100)),
    ]

  /// The floor is a source of Tidings that only ever had the remaining subscribers, so the others must cost nothing.
  private static func leaving(
    _ name: String, of subscribers: Int, from start: Int, to end: Int, by step: Int = 1
  ) -> TimedRow {
    let row = Row.sendAfterLeaving(of: subscribers, from: start, to: end, by: step)
    return TimedRow(
      "send, \(name) left, a delivery", 1.15, row, floor: .send(to: row.deliveries), of: tidings)
  }
}

/// A row that counts heap allocations or bytes. Its bar is a number, not a ratio.
struct CountedRow: Sendable {
  let name: String
  let row: Row
  var bar = 0.0

  /// Whether the row counts retained objects, as a mean of many. Other rows are counted after buffers have grown.
  private var stays: Bool {
    switch row {
    case .subscribe, .object: true
    default: false
    }
  }

  private var countsBytes: Bool { name.hasPrefix("bytes") }

  /// Returns the number per operation, or nil if the library does not have the row.
  func measure(_ side: Side) -> Double? {
    let operations = stays ? Row.objects : 100_000 / max(10, row.deliveries * 10)
    let count = AllocationCount(side, row, warmUp: stays ? 0 : operations / 10, operations: operations)
    return countsBytes ? count?.bytes : count?.allocations
  }

  /// Whether the count meets the bar. Growing arrays add a few allocations to many objects, but none to a send.
  func isMet(by count: Double) -> Bool { count <= bar + (stays ? countsBytes ? 0.1 : 0.001 : 0) }

  static let all = [
    CountedRow(name: "bytes a source", row: .object(.source), bar: 160),
    CountedRow(name: "bytes a subscription", row: .subscribe, bar: 164),
    CountedRow(name: "allocations a subscription", row: .subscribe, bar: 3),
    CountedRow(name: "allocations a send to 1", row: .send(to: 1)),
    CountedRow(name: "allocations a send to 10,000", row: .send(to: 10_000)),
    CountedRow(name: "allocations a send through map, filter, map", row: .mapFilterMap),
    CountedRow(name: "allocations a set, changed", row: .setChanged(observers: 1)),
    CountedRow(name: "allocations a set, equal", row: .setEqual),
    CountedRow(name: "allocations a send through scan", row: .scan),
    CountedRow(name: "allocations a send through merge", row: .merge),
    CountedRow(name: "allocations a send through combineLatest", row: .combineLatest),
    CountedRow(name: "allocations a set through combineLatest", row: .combineLatestOfProperties),
    CountedRow(name: "allocations a pair through zip", row: .zip),
    CountedRow(name: "allocations a send through share", row: .share(by: 1)),
  ]
}

/// Measures Tidings and floor B.
func measureCosts(_ options: Options) -> Report {
  var times = Table(["", "floor B", "best", "median", "ratio", "bar", "met"])
  var counts = Table(["", "floor B", "here", "bar", "met"])
  var missed: [String] = []
  for row in TimedRow.all where options.wants(row.name) {
    let samples = options.effort.measure([row.floor, (tidings, row.row)])
    guard let floor = samples[0], let subject = samples[1] else { continue }
    let ratio = subject.best / floor.best
    let met = options.isQuick ? nil : ratio <= row.bar
    if met == false { missed.append(row.name) }
    times.rows.append([
      row.name, floor.best.fixed(1), subject.best.fixed(1), subject.median.fixed(1), ratio.fixed(2), row.bar.fixed(2),
      Table.verdict(met),
    ])
  }
  for row in CountedRow.all where options.wants(row.name) {
    guard let floor = row.measure(floorB), let count = row.measure(tidings) else { continue }
    let met = row.isMet(by: count)
    if !met { missed.append(row.name) }
    counts.rows.append([row.name, floor.fixed(1), count.fixed(1), row.bar.fixed(0), Table.verdict(met)])
  }
  return Report(tables: [times, counts], missed: missed)
}

/// Measures the cost of an item among few others and among many.
func measureGrowth(_ options: Options) -> Report {
  // Growing caches and hash tables result in about 1. A search through a quarter of the others results in 4.
  let bar = 1.5
  let sizes = GrowthRow.sizes
  var table = Table(["ns of processors an item, among"] + sizes.map { "\($0 / 1_000),000" } + ["ratio", "bar", "met"])
  var missed: [String] = []
  for row in TidingsGrowth.rows where options.wants(row.name) {
    var costs = sizes.map { _ in Double.infinity }
    var ratio: Double { costs[costs.count - 1] / costs[0] }
    for _ in 0..<options.rounds { row.measureRound(&costs) }
    // A busy machine disturbs single rounds, so a row that misses its bar gets more rounds.
    for _ in 0..<10 where ratio > bar { row.measureRound(&costs) }
    if ratio > bar { missed.append(row.name) }
    table.rows.append(
      [row.name] + costs.map { $0.fixed(0) } + [ratio.fixed(2), bar.fixed(2), Table.verdict(ratio <= bar)])
  }
  return Report(tables: [table], missed: missed)
}
