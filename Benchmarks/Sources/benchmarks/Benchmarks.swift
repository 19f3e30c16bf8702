import Foundation
import TidingsSide

/// Measures Tidings against floor B and prints the tables.
@main
enum Benchmarks {
  static func main() throws {
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

    let circumstances = Circumstances()
    var report = Report(options, of: TidingsRows.self)
    report.measure()
    let tables = circumstances.markdown + "\n\n" + report.markdown
    print(tables)
    if options.writes { try Readme.replaceTables(with: tables) }
    if options.checks || options.isQuick, !report.missed.isEmpty {
      FileHandle.standardError.write(Data("missed: \(report.missed.joined(separator: ", "))\n".utf8))
      exit(1)
    }
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
