import Harness
import TransferSide

/// The rows of a contest as they came out.
struct ContestTable {
  private let contest: Contest
  private let isQuick: Bool
  private var outcomes: [String: [Outcome]] = [:]

  init(_ contest: Contest, isQuick: Bool) {
    self.contest = contest
    self.isQuick = isQuick
  }

  mutating func add(_ outcome: Outcome, to row: TransferRow) {
    outcomes[row.name, default: []].append(outcome)
  }

  /// The rows that miss a bar.
  var missed: [String] {
    contest.rows.filter { verdict(on: $0) == false }.map(\.name)
  }

  var table: Table {
    let unit = contest.unit.rawValue
    let ratios = contest.references.map(\.header)
    var table = Table([contest.title, "best, \(unit)", "median, \(unit)"] + ratios + ["peak, MiB", "bars", "met"])
    for row in contest.rows {
      guard let samples = samples(of: row.name) else { continue }
      let bars = bars(of: row)
      let times = [samples.best, samples.median].map { Format.decimal($0, places: contest.unit.places) }
      let compared = contest.references.map { reference in
        ratio(of: row, to: reference).map { Format.decimal($0, places: 2) } ?? "–"
      }
      let peak = peak(of: row).map { Format.decimal($0, places: 0) } ?? "–"
      table.rows.append(
        [row.name] + times + compared + [peak, bars.isEmpty ? "–" : bars, Format.verdict(verdict(on: row))])
    }
    return table
  }

  private func samples(of row: String) -> Samples? {
    outcomes[row].map { Samples($0.flatMap(\.seconds).map { $0 * contest.unit.perSecond }) }
  }

  private func ratio(of row: TransferRow, to reference: Contest.Reference) -> Double? {
    guard let floor = samples(of: reference.row), let subject = samples(of: row.name) else { return nil }
    return subject.best / floor.best
  }

  /// In MiB; nil where it is not known, as of curl.
  private func peak(of row: TransferRow) -> Double? {
    let peak = outcomes[row.name]?.map(\.peak).max() ?? 0
    return peak > 0 ? Double(peak) / 1_048_576 : nil
  }

  private func bars(of row: TransferRow) -> String {
    var bars = contest.references.compactMap { reference in
      row.ratioBars[reference.header].map { "\(Format.decimal($0, places: 2)) \(reference.header)" }
    }
    if let bar = row.medianBar { bars.append("\(Format.decimal(bar, places: 0)) \(contest.unit.rawValue)") }
    if let bar = row.peakBar { bars.append("\(Format.decimal(bar, places: 0)) MiB") }
    return bars.joined(separator: ", ")
  }

  /// Nil where nothing is held to a bar. Times of a moment are not; memory is.
  private func verdict(on row: TransferRow) -> Bool? {
    var verdicts: [Bool] = []
    // A quick run is a moment on a machine that has other things to do. What grows with the file is seen all the same.
    let margin = isQuick ? 1.25 : 1
    if let bar = row.peakBar, let peak = peak(of: row) { verdicts.append(peak <= bar * margin) }
    if !isQuick {
      if let bar = row.medianBar, let samples = samples(of: row.name) { verdicts.append(samples.median <= bar) }
      for reference in contest.references {
        guard let bar = row.ratioBars[reference.header], let ratio = ratio(of: row, to: reference) else { continue }
        verdicts.append(ratio <= bar)
      }
    }
    return verdicts.isEmpty ? nil : verdicts.allSatisfy { $0 }
  }
}

extension Contest.Unit {
  fileprivate var perSecond: Double {
    switch self {
    case .seconds: 1
    case .milliseconds: 1_000
    }
  }

  fileprivate var places: Int {
    switch self {
    case .seconds: 3
    case .milliseconds: 1
    }
  }
}
