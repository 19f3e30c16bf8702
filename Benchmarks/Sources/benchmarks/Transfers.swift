import Foundation
import Harness
import TransferSide

/// Measures downloads and files.
func measureTransfers(_ options: Options) throws -> Report {
  let sizes = options.isQuick ? TransferSizes.quick : TransferSizes()
  let server = try ServerProcess(sizes)
  var report = Report(notes: ["Files in \(URL(filePath: server.folder).deletingLastPathComponent().path)."])
  if curl == nil { report.notes.append("There is no curl on this machine, so nothing is compared with it.") }
  let result = Result {
    for table in TransferTable.all(sizes, from: server) { try table.measure(options, server, &report) }
  }
  try server.stop()
  try result.get()
  return report
}

extension TransferTable {
  fileprivate func measure(_ options: Options, _ server: ServerProcess, _ report: inout Report) throws {
    guard rows.contains(where: { options.wants($0.name) }) else { return }
    let rows = rows.filter { row in
      guard curl != nil || row.chore.kind != .curl else { return false }
      return options.wants(row.name) || references.contains { $0.row == row.name }
    }
    var outcomes: [String: [Outcome]] = [:]
    for round in 0..<(rounds ?? (options.isQuick ? 1 : 7)) {
      // The order changes from round to round, because a later row finds a warmer processor.
      for row in round.isMultiple(of: 2) ? rows : rows.reversed() {
        outcomes[row.name, default: []].append(try row.measure(server))
      }
    }
    add(outcomes, isQuick: options.isQuick, &report)
  }

  private func add(_ outcomes: [String: [Outcome]], isQuick: Bool, _ report: inout Report) {
    var table = Table([title, "best, s", "median, s"] + references.map(\.header) + ["peak, MiB", "bars", "met"])
    for row in rows {
      guard let found = outcomes[row.name] else { continue }
      let samples = Samples(found.map(\.seconds))
      var cells = [row.name, samples.best.fixed(3), samples.median.fixed(3)]
      var bars: [String] = []
      var verdicts: [Bool] = []
      for (header, reference) in references {
        let ratio = outcomes[reference].map { samples.best / Samples($0.map(\.seconds)).best }
        cells.append(ratio?.fixed(2) ?? "–")
        guard let bar = row.bars[header] else { continue }
        bars.append("\(bar.fixed(2)) \(header)")
        // In a quick run, only memory has a bar, because the times are too short.
        if let ratio, !isQuick { verdicts.append(ratio <= bar) }
      }
      let peak = Double(found.map(\.peak).max() ?? 0) / 1_048_576
      if let bar = row.peakBar {
        bars.append("\(bar.fixed(0)) MiB")
        // A quick run is short, and other programs run beside it. It still finds a peak that grows with the file.
        verdicts.append(peak <= bar * (isQuick ? 1.25 : 1))
      }
      let met = verdicts.isEmpty ? nil : verdicts.allSatisfy(\.self)
      if met == false { report.missed.append(row.name) }
      cells += [peak > 0 ? peak.fixed(0) : "–", bars.isEmpty ? "–" : bars.joined(separator: ", "), Table.verdict(met)]
      table.rows.append(cells)
    }
    report.tables.append(table)
  }
}

extension TransferRow {
  /// Measures the row once, in its own process. If the result is wrong, there is no time.
  fileprivate func measure(_ server: ServerProcess) throws -> Outcome {
    do {
      let path = chore.destination
      if chore.count > 1 {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
      let outcome = try chore.kind == .curl ? runCurl() : runChore(server)
      guard !path.isEmpty else { return outcome }
      let files =
        chore.count > 1 ? try FileManager.default.contentsOfDirectory(atPath: path).map { "\(path)/\($0)" } : [path]
      guard files.count == chore.count else { throw Failure("\(files.count) files instead of \(chore.count)") }
      for file in files { try compare(file, server.source) }
      try FileManager.default.removeItem(atPath: path)
      return outcome
    } catch {
      throw Failure("\(name): \(error)")
    }
  }

  private func runChore(_ server: ServerProcess) throws -> Outcome {
    let child = try Child(chore, temporaryFolder: chore.hasTemporaryFolderBeside ? server.folder : nil)
    let outcome = try child.nextOutcome()
    _ = try child.waitForEnd()
    guard let outcome else { throw Failure("There is no outcome") }
    return outcome
  }

  /// Runs curl. It prints the time of one file. For many files, the duration of the process counts.
  private func runCurl() throws -> Outcome {
    guard let curl else { throw Failure("There is no curl") }
    let path = chore.destination
    let result =
      chore.count > 1
      ? ["--parallel", "--parallel-max", "8", "--output", "\(path)/#1", "\(chore.address)/[0-\(chore.count - 1)]"]
      : ["--output", path.isEmpty ? "/dev/null" : path, "--write-out", "%{time_total}", chore.address]
    let usual = ["-q", "--silent", "--show-error", "--no-progress-meter", "--fail", "--noproxy", "*"]
    let start = ContinuousClock.now
    let (output, end) = try Child(curl, usual + result).waitForEnd()
    guard chore.count == 1 else { return Outcome(seconds: (end - start) / .seconds(1)) }
    guard let time = Double(String(decoding: output, as: UTF8.self)) else { throw Failure("curl printed no time") }
    return Outcome(seconds: time)
  }

  /// Compares a file with the server's file, byte by byte.
  private func compare(_ path: String, _ source: String) throws {
    let file = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    let original = try Data(contentsOf: URL(filePath: source), options: .alwaysMapped)
    guard file == original.prefix(Int(chore.byteCount)) else { throw Failure("\(path) differs from the server's file") }
  }
}

/// The path of curl, or nil if it is not installed.
private let curl: URL? = {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.map { URL(filePath: "\($0)/curl") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
}()
