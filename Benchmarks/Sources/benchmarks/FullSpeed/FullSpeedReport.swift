import Foundation
import Harness
import TidingsSide

/// Measures how long single calls take, and how much memory is needed, while threads publish without a pause.
struct FullSpeedReport {
  /// Of 1,000 calls, 999 take no longer; and the longest of all.
  private static let mostlyBar = 1e6
  private static let longestBar = 50e6
  private static let peakBar: Int64 = 64 << 20
  /// For each update that waits for a subscriber that is too slow.
  private static let bytesBar = 200.0

  private static let rows: [FullSpeed] =
    [FullSpeed.Construction.source, .property, .merge, .combination].flatMap { construction in
      [1, 2, 4, 8].map { FullSpeed(construction, threads: $0) }
    } + [
      FullSpeed(.source, .slow, threads: 2), FullSpeed(.merge, .slow, threads: 2),
      FullSpeed(.source, .slowBehindBuffer, threads: 2), FullSpeed(.merge, .slowBehindBuffer, threads: 2),
    ]

  private let options: Options
  private var table = Table(
    "at full speed", "send or set, 99.9 %, ms", "longest", "subscribe or invalidate, 99.9 %", "longest", "peak, MiB",
    "bytes an update that waits", "updates a second", "met")
  private(set) var missed: [String] = []

  init(_ options: Options) {
    self.options = options
  }

  mutating func measure() throws {
    for row in Self.rows where options.filter.map({ row.name.contains($0) }) ?? true {
      var row = row
      row.seconds = options.isQuick ? 1 : options.seconds
      add(try measure(row), of: row)
    }
  }

  var markdown: String {
    table.markdown + "\n\nBars: 1 ms, 50 ms, 64 MiB; of a slow subscriber 200 bytes an update that waits."
  }

  private func measure(_ row: FullSpeed) throws -> FullSpeed.Outcome {
    guard let executable = Bundle.main.executableURL else { throw Child.Failure(description: "There is no executable") }
    let (output, _) = try Child(executable, row.arguments()).waitForEnd()
    return try JSONDecoder().decode(FullSpeed.Outcome.self, from: output)
  }

  private mutating func add(_ outcome: FullSpeed.Outcome, of row: FullSpeed) {
    let met = isMet(outcome, by: row)
    if !met { missed.append(row.name) }
    func milliseconds(_ nanoseconds: Double) -> String { Format.decimal(nanoseconds / 1e6, places: 3) }
    table.rows.append([
      row.name, milliseconds(outcome.publishing.mostly), milliseconds(outcome.publishing.longest),
      milliseconds(outcome.joining.mostly), milliseconds(outcome.joining.longest),
      Format.decimal(Double(outcome.peak) / 1_048_576, places: 0),
      row.subscriber == .slow ? Format.decimal(outcome.bytesOfWaiting, places: 0) : "–",
      Format.grouped(Int(Double(outcome.published) / row.seconds)), Format.verdict(met),
    ])
  }

  /// How long a call takes, and how much waits, depends on who else uses the processors: a quick run is held to nothing.
  private func isMet(_ outcome: FullSpeed.Outcome, by row: FullSpeed) -> Bool {
    let isSmall =
      outcome.peak <= Self.peakBar || row.subscriber == .slow && outcome.bytesOfWaiting <= Self.bytesBar
    return options.isQuick
      || isSmall
        && [outcome.publishing, outcome.joining].allSatisfy {
          $0.mostly <= Self.mostlyBar && $0.longest <= Self.longestBar
        }
  }
}

extension FullSpeed {
  fileprivate var name: String {
    let threads = threads == 1 ? "1 thread" : "\(threads) threads"
    let construction =
      switch construction {
      case .source: "a source"
      case .property: "a property"
      case .merge: "a merge of two sources"
      case .combination: "a combination of two sources"
      }
    switch subscriber {
    case .trivial: return "\(construction), \(threads)"
    case .slow: return "\(construction), \(threads), a slow subscriber"
    case .slowBehindBuffer: return "\(construction), \(threads), a slow subscriber behind a buffer"
    }
  }
}

extension FullSpeed.Outcome {
  fileprivate var bytesOfWaiting: Double {
    Double(peak - start) / Double(max(1, published - delivered))
  }
}
