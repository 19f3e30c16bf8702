import Foundation
import TidingsSide
import TransferSide

/// Measures Tidings against floor B and prints the tables.
@main
enum Benchmarks {
  static func main() throws {
    if let chore = Chore(CommandLine.arguments) { chore.run() }
    if let load = FullSpeed(CommandLine.arguments) { load.runAndExit() }
    let options: Options
    do {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      FileHandle.standardError.write(Data("\(error.message)\n\n\(Options.help)\n".utf8))
      exit(2)
    }
    guard !options.wantsHelp else { return print(Options.help) }
    guard !isDebugBuild else {
      FileHandle.standardError.write(Data("A debug build says nothing about speed: run with -c release\n".utf8))
      exit(2)
    }

    if let workload = options.workload { return workload.perform(options.count) }
    do {
      try measure(options)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func measure(_ options: Options) throws {
    let circumstances = Circumstances()
    let (section, tables, missed) = try measureSection(options)
    let markdown = circumstances.markdown + "\n\n" + tables
    print(markdown)
    if options.writes, let section { try Readme.replace(section, with: markdown) }
    if options.checks || options.isQuick || options.measuresGrowth, !missed.isEmpty {
      FileHandle.standardError.write(Data("missed: \(missed.joined(separator: ", "))\n".utf8))
      exit(1)
    }
  }

  private static func measureSection(
    _ options: Options
  ) throws -> (section: Readme.Section?, tables: String, missed: [String]) {
    if options.measuresTransfers {
      var report = TransferReport(options)
      try report.measure()
      return (.transfers, report.markdown, report.missed)
    }
    if options.measuresPeers {
      var report = PeerReport(options)
      report.measure()
      return (.peers, report.markdown, [])
    }
    if options.measuresGrowth {
      var report = GrowthReport(options)
      report.measure()
      return (nil, report.markdown, report.missed)
    }
    if options.measuresFullSpeed {
      var report = FullSpeedReport(options)
      try report.measure()
      return (nil, report.markdown, report.missed)
    }
    if options.measuresShapes {
      var report = ShapeReport(options)
      report.measure()
      guard options.writes else { return (.shapes, report.markdown, []) }
      try report.writePlots()
      return (.shapes, "\(report.markdown)\n\n\(report.images)", [])
    }
    var report = Report(options, of: TidingsRows.self)
    report.measure()
    return (.costs, report.markdown, report.missed)
  }

  private static var isDebugBuild: Bool {
    var evaluatesAssertions = false
    assert(
      {
        evaluatesAssertions = true
        return true
      }())
    return evaluatesAssertions
  }
}
