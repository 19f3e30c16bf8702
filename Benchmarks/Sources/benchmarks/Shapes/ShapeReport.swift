import Foundation
import Harness

/// Measures how the cost of a delivery grows with subscribers and with publishing threads, all libraries in turns.
struct ShapeReport {
  private static let subscribers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
  private static let threads = [1, 2, 4]

  private let options: Options
  private let sides = PeerReport.sides.filter { $0.preparation(of: Shape(threads: 1, subscribers: 1)) != nil }
  private var tables: [String] = []
  private(set) var plots: [(file: String, plot: Plot)] = []

  init(_ options: Options) {
    self.options = options
  }

  mutating func measure() {
    measure(
      "subscribers", file: "subscribers",
      // What takes a gigabyte to set up is not set up when only a look is wanted.
      Self.subscribers.filter { !options.isQuick || $0 <= 1_000 }.map { ($0, Shape(threads: 1, subscribers: $0)) })
    measure("threads, 1 subscriber", file: "threads-1", Self.threads.map { ($0, Shape(threads: $0, subscribers: 1)) })
    measure(
      "threads, 100 subscribers", file: "threads-100", Self.threads.map { ($0, Shape(threads: $0, subscribers: 100)) })
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

  private mutating func measure(_ name: String, file: String, _ shapes: [(size: Int, shape: Shape)]) {
    var table = Table([name] + sides.map(\.name))
    var lines = sides.map { _ in [(x: Double, y: Double)]() }
    for (size, shape) in shapes {
      let samples = effort(for: shape).measure(
        sides.compactMap { $0.preparation(of: shape) }, deliveries: shape.deliveries)
      for (side, sample) in samples.enumerated() { lines[side].append((Double(size), sample.best)) }
      table.rows.append([Format.grouped(size)] + samples.map { Format.decimal($0.best, places: 1) })
    }
    tables.append(table.markdown)
    plots.append(
      (
        file,
        Plot(
          title: "Nanoseconds a delivery, by \(name)", xLabel: name, yLabel: "ns a delivery",
          xTicks: shapes.map { Double($0.size) },
          lines: zip(sides, lines).map { Plot.Line(name: $0.name, points: $1) })
      ))
  }

  /// Setting up a million subscribers takes seconds; one delivery among so many is measured well in a few rounds.
  private func effort(for shape: Shape) -> Effort {
    if options.isQuick { return Effort(rounds: 1, batch: .microseconds(200)) }
    return Effort(rounds: shape.subscribers < 100_000 ? options.rounds : 3, batch: .milliseconds(20))
  }
}
