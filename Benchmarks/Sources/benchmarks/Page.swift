import Foundation
import TransferSide

/// A Markdown table with padded columns, which is also readable in a terminal.
struct Table {
  /// The names of the columns. The first column has names, the others have numbers.
  let header: [String]
  var rows: [[String]] = []

  init(_ header: [String]) {
    self.header = header
  }

  var markdown: String {
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.reduce(3, max) }
    let rule = widths.enumerated().map { column, width in
      column == 0 ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return ([header, rule] + rows).map { cells in
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  static func verdict(_ met: Bool?) -> String {
    met.map { $0 ? "yes" : "**no**" } ?? "–"
  }
}

extension Double {
  /// Returns the number with this many decimal places.
  func fixed(_ places: Int) -> String { String(format: "%.\(places)f", self) }
}

/// The page with the tables. The text outside the markers is not changed.
enum Page {
  private static let url =
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md").standardized

  static func write(_ tables: String, for mode: Options.Mode) throws {
    let option = mode == .costs ? "" : "--\(mode.rawValue) "
    let page = try String(contentsOf: url, encoding: .utf8)
    guard let start = page.range(of: "<!-- Written by `benchmarks \(option)--write`. -->"),
      let end = page.range(of: "<!-- End of what is written. -->", range: start.upperBound..<page.endIndex)
    else { throw Failure("The README has no place for these tables") }
    let rewritten = page[..<start.upperBound] + "\n\n\(tables)\n\n" + page[end.lowerBound...]
    try rewritten.write(to: url, atomically: true, encoding: .utf8)
  }

  /// Returns a description of the machine and the versions, which tables must share to be comparable.
  static func circumstances() -> String {
    var loads = [0.0]
    let load = unsafe getloadavg(&loads, 1) == 1 ? loads[0] : .nan
    let toolchain = output(of: "swift", "--version")?.split(separator: "\n").first ?? "unknown toolchain"
    return """
      Commit \(commit()); \(toolchain); \(processor()), \(ProcessInfo.processInfo.activeProcessorCount) cores, \
      load average \(load.fixed(2)) at the start.
      """
  }

  private static func commit() -> String {
    guard let hash = output(of: "git", "rev-parse", "--short", "HEAD") else { return "unknown" }
    // A change of the tables does not change the measurements.
    let changes = output(of: "git", "status", "--porcelain", "--", ":/", ":(top,exclude)Benchmarks/README.md")
    return changes?.isEmpty == false ? "\(hash) (dirty)" : hash
  }

  private static func processor() -> String {
    let table = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = table.split(separator: "\n").first { $0.hasPrefix("model name") }
    return model?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? output(of: "sysctl", "-n", "machdep.cpu.brand_string") ?? "unknown processor"
  }

  /// Returns the output of a command, or nil if it does not exist or fails.
  private static func output(of command: String...) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = url.deletingLastPathComponent()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
