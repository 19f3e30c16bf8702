import AsyncSide
import FloorSide
import Harness
import NotificationSide
import ObservationSide
import OpenCombineSide
import TidingsSide

/// Measures the rows that libraries have in common, all of them in turns, and gathers them in a table.
struct PeerReport {
  /// Floor B and Tidings come first.
  static let sides = [
    Peer("floor B", FloorRows.self), Peer("Tidings", TidingsRows.self),
    openCombine, asyncStream, asyncAlgorithms, notifications, observing,
  ]

  private let options: Options
  private var table = Table([""] + Self.sides.map(\.name))

  private var counts = Table([""] + Self.sides.map(\.name))

  private var objects = Table(["bytes (allocations)"] + Self.sides.map(\.name))

  init(_ options: Options) {
    self.options = options
  }

  mutating func measure() {
    // First: the counter sees all threads, and some libraries leave work behind on others.
    for row in PeerCount.all where isWanted(row.name) {
      let found = Self.sides.map { row.measure($0) }
      counts.rows.append([row.name] + found.map { $0.map { Format.decimal($0, places: 1) } ?? "–" })
    }
    for object in PeerObject.allCases where isWanted(object.rawValue) {
      objects.rows.append([object.rawValue] + Self.sides.map { cost(of: object, $0) })
    }
    for row in PeerRow.allCases where row != .subscribe && isWanted(row.rawValue) { measure(row) }
  }

  var markdown: String {
    [table, counts, objects].filter { !$0.rows.isEmpty }.map(\.markdown).joined(separator: "\n\n")
  }

  private func isWanted(_ name: String) -> Bool {
    options.filter.map { name.contains($0) } ?? true
  }

  private func cost(of object: PeerObject, _ side: Peer) -> String {
    guard let preparation = side.preparation(of: object),
      let count = AllocationCount.measure(
        preparation, deliveries: object.deliveries, warmUp: 0, operations: PeerRow.subscriptions)
    else { return "–" }
    return "\(Format.decimal(count.bytes, places: 0)) (\(Format.decimal(count.allocations, places: 1)))"
  }

  private mutating func measure(_ row: PeerRow) {
    let effort =
      options.isQuick
      ? Effort(rounds: 1, batch: .microseconds(200)) : Effort(rounds: options.rounds, batch: .milliseconds(20))
    let preparations = Self.sides.map { $0.preparation(of: row) }
    var samples = effort.measure(preparations.compactMap(\.self), deliveries: row.deliveries, parts: row.parts)[...]
    let times = preparations.map { $0 == nil ? nil : samples.popFirst()?.best }
    table.rows.append([row.rawValue] + times.indices.map { cell(times[$0], isPeer: $0 > 1, tidings: times[1]) })
  }

  private func cell(_ time: Double?, isPeer: Bool, tidings: Double?) -> String {
    guard let time, let tidings else { return "–" }
    let nanoseconds = Format.decimal(time, places: 1)
    return isPeer ? "\(nanoseconds) (\(Format.decimal(time / tidings, places: 1)) ×)" : nanoseconds
  }
}
