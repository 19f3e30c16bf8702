import Foundation
import Harness
import OpenCombineSide

/// Measures how the cost of a delivery grows with subscribers, with publishing threads and with the maps on its way, all
/// libraries in turns.
struct ShapeReport {
  private static let subscribers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  private static let threads = [1, 2, 4]
  private static let depths = [1, 2, 5, 10, 20, 50, 100]

  private let options: Options
  private let peers = PeerReport.sides + [erasedOpenCombine]
  private var tables: [String] = []
  private(set) var plots: [(file: String, plot: Plot)] = []

  init(_ options: Options) {
    self.options = options
  }

  mutating func measure() {
    measure(
      "subscribers", file: "subscribers",
      // What takes a gigabyte to set up is not set up when only a look is wanted.
      Self.subscribers.filter { !options.isQuick || $0 <= 1_000 }.map {
        ShapePoint(size: $0, Shape(threads: 1, subscribers: $0))
      })
    for subscribers in [1, 100] {
      measure(
        "threads, \(subscribers) subscriber\(subscribers == 1 ? "" : "s")", file: "threads-\(subscribers)",
        Self.threads.map { ShapePoint(size: $0, Shape(threads: $0, subscribers: subscribers)) })
    }
    measure("maps", file: "maps", Self.depths.map(ShapePoint.init(depth:)))
  }

  var markdown: String { tables.joined(separator: "\n\n") }

  /// The plots, as the page shows them.
  var images: String {
    plots.map { "![\($0.plot.title)](plots/\($0.file).svg)" }.joined(separator: "\n\n")
  }

  func writePlots() throws {
    let folder = Readme.url.deletingLastPathComponent().appending(path: "plots")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (file, plot) in plots {
      try plot.svg.write(to: folder.appending(path: "\(file).svg"), atomically: true, encoding: .utf8)
    }
  }

  private mutating func measure(_ name: String, file: String, _ points: [ShapePoint]) {
    if let filter = options.filter, !name.contains(filter) { return }
    // One point is no line.
    let sides = peers.filter { side in points.count { $0.preparation(side) != nil } > 1 }
    var table = Table([name] + sides.map(\.name))
    var lines = sides.map { _ in [(x: Double, y: Double)]() }
    for point in points {
      let preparations = sides.map(point.preparation)
      var samples = effort(for: point).measure(
        preparations.compactMap(\.self), deliveries: point.deliveries)[...]
      let times = preparations.map { $0 == nil ? nil : samples.popFirst()?.best }
      for (side, time) in times.enumerated() {
        if let time { lines[side].append((Double(point.size), time)) }
      }
      table.rows.append(
        [Format.grouped(point.size)] + times.map { $0.map { Format.decimal($0, places: 1) } ?? "–" })
    }
    tables.append(table.markdown)
    plots.append(
      (
        file,
        Plot(
          title: "Nanoseconds a delivery, by \(name)", xLabel: name, yLabel: "ns a delivery",
          xTicks: points.map { Double($0.size) },
          lines: zip(sides, lines).map { side, points in
            Plot.Line(name: side.name, color: peers.firstIndex { $0.name == side.name } ?? 0, points: points)
          })
      ))
  }

  private func effort(for point: ShapePoint) -> Effort {
    if options.isQuick { return Effort(rounds: 1, batch: .microseconds(200)) }
    return Effort(rounds: point.isLong ? 3 : options.rounds, batch: .milliseconds(20))
  }
}
