import Foundation

/// What a reader must know to compare a table with another.
struct Circumstances {
  let commit: String
  let toolchain: String
  let processor: String
  let cores: Int
  let load: Double

  init() {
    commit = Self.describeCommit()
    toolchain = Self.output(of: ["swift", "--version"])?.split(separator: "\n").first.map(String.init) ?? "unknown"
    processor = Self.describeProcessor()
    cores = ProcessInfo.processInfo.activeProcessorCount
    var loads = [0.0]
    load = unsafe getloadavg(&loads, 1) == 1 ? loads[0] : .nan
  }

  var markdown: String {
    """
    Commit \(commit); \(toolchain); \(processor), \(cores) cores, \
    load average \(Format.decimal(load, places: 2)) at the start.
    """
  }

  private static func describeCommit() -> String {
    guard let hash = output(of: ["git", "rev-parse", "--short", "HEAD"]) else { return "unknown" }
    // The tables themselves are not what is measured.
    let changes = output(of: ["git", "status", "--porcelain", "--", ":/", ":(top,exclude)Benchmarks/README.md"])
    return changes?.isEmpty == false ? "\(hash) (dirty)" : hash
  }

  private static func describeProcessor() -> String {
    if let table = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) {
      let model = table.split(separator: "\n").first { $0.hasPrefix("model name") }
      if let name = model?.split(separator: ":").last { return name.trimmingCharacters(in: .whitespaces) }
    }
    return output(of: ["sysctl", "-n", "machdep.cpu.brand_string"]) ?? "unknown processor"
  }

  /// Returns what a command prints, or nil if there is no such command or it fails.
  private static func output(of command: [String]) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = Readme.url.deletingLastPathComponent()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
