import FloorSide
import Harness

/// Measures the rows that the options ask for and gathers them in two tables.
struct Report {
  private let options: Options
  private let side: any Rows.Type
  private var times = Table("", "floor B", "best", "median", "ratio", "bar", "met")
  private var counts = Table("", "floor B", "here", "bar", "met")
  private(set) var missed: [String] = []

  init(_ options: Options, of side: any Rows.Type) {
    self.options = options
    self.side = side
  }

  mutating func measure() {
    for row in TimedRow.all(of: side) where isWanted(row.name) { time(row) }
    guard !options.measuresNoise else { return }
    for row in CountedRow.all where isWanted(row.name) { count(row) }
  }

  var markdown: String {
    [times, counts].filter { !$0.rows.isEmpty }.map(\.markdown).joined(separator: "\n\n")
  }

  private func isWanted(_ name: String) -> Bool {
    options.filter.map { name.contains($0) } ?? true
  }

  private mutating func time(_ row: TimedRow) {
    let effort =
      options.isQuick
      ? Effort(rounds: 1, batch: .microseconds(200)) : Effort(rounds: options.rounds, batch: .milliseconds(20))
    let comparison = effort.compare(
      floor: row.floor, subject: options.measuresNoise ? row.floor : row.subject, deliveries: row.deliveries)
    let met = options.isQuick ? nil : row.bar.map { comparison.ratio <= $0 }
    if met == false { missed.append(row.name) }
    times.rows.append([
      row.name,
      Format.decimal(comparison.floor.best, places: 1),
      Format.decimal(comparison.subject.best, places: 1),
      Format.decimal(comparison.subject.median, places: 1),
      Format.decimal(comparison.ratio, places: 2),
      row.bar.map { Format.decimal($0, places: 2) } ?? "–",
      Format.verdict(met),
    ])
  }

  private mutating func count(_ row: CountedRow) {
    guard let floor = row.measure(FloorRows.self), let count = row.measure(side) else { return }
    let met = count <= row.bar + row.tolerance
    if !met { missed.append(row.name) }
    counts.rows.append([
      row.name,
      Format.decimal(floor, places: 1),
      Format.decimal(count, places: 1),
      Format.decimal(row.bar, places: 0),
      Format.verdict(met),
    ])
  }
}
