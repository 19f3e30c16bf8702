import Harness
import TidingsSide

/// Measures what an item costs among 1,000, 10,000 and 100,000, and misses the rows where it grows.
struct GrowthReport {
  /// Caches and hash tables that grow leave little beside 1; a search through a quarter of the others comes to 4.
  private static let bar = 1.5

  private let options: Options
  private var table = Table(
    ["ns of processors an item, among"] + Growth.sizes.map(Format.grouped) + ["ratio", "bar", "met"])
  private(set) var missed: [String] = []

  init(_ options: Options) {
    self.options = options
  }

  mutating func measure() {
    for row in TidingsGrowth.rows where options.filter.map({ row.name.contains($0) }) ?? true { measure(row) }
  }

  var markdown: String { table.markdown }

  private mutating func measure(_ row: GrowthRow) {
    var growth = Growth()
    for _ in 0..<(options.isQuick ? 1 : options.rounds) { growth.measureRound(of: row) }
    // A busy machine disturbs single rounds: another few find one that it did not.
    for _ in 0..<10 where growth.ratio > Self.bar { growth.measureRound(of: row) }
    let met = growth.ratio <= Self.bar
    if !met { missed.append(row.name) }
    table.rows.append(
      [row.name] + growth.costs.map { Format.decimal($0, places: 0) } + [
        Format.decimal(growth.ratio, places: 2), Format.decimal(Self.bar, places: 2), Format.verdict(met),
      ])
  }
}
