import Foundation
import TidingsSide
import TransferSide

/// Measures Tidings against floor B and prints the tables.
@main
enum Benchmarks {
  static func main() throws {
    if let chore = Chore(CommandLine.arguments) { chore.run() }
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
    let (tables, missed) = options.measuresTransfers ? try measureTransfers(options) : measureCosts(options)
    let markdown = circumstances.markdown + "\n\n" + tables
    print(markdown)
    if options.writes { try Readme.replace(options.measuresTransfers ? .transfers : .costs, with: markdown) }
    if options.checks || options.isQuick, !missed.isEmpty {
      FileHandle.standardError.write(Data("missed: \(missed.joined(separator: ", "))\n".utf8))
      exit(1)
    }
  }

  private static func measureCosts(_ options: Options) -> (tables: String, missed: [String]) {
    var report = Report(options, of: TidingsRows.self)
    report.measure()
    return (report.markdown, report.missed)
  }

  private static func measureTransfers(_ options: Options) throws -> (tables: String, missed: [String]) {
    var report = TransferReport(options)
    try report.measure()
    return (report.markdown, report.missed)
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
