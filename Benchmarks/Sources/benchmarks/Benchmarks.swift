import Foundation
import Harness
import TidingsSide
import TransferSide

/// The program that compares Tidings with floor B and other libraries, and prints tables.
@main
enum Benchmarks {
  static func main() {
    if let chore = Chore(CommandLine.arguments) { chore.run() }
    if CommandLine.arguments.contains("--help") { return print(Options.help) }
    do {
      try refuseDebugBuild()
      let options = try Options(CommandLine.arguments.dropFirst())
      if let row = options.instructions {
        perform(row, on: tidings, operations: options.count)
      } else {
        try measure(options)
      }
    } catch let misuse as Options.Misuse {
      stop("\(misuse.message)\n\n\(Options.help)", status: 2)
    } catch {
      stop("\(error)", status: 1)
    }
  }

  private static func refuseDebugBuild() throws {
    #if DEBUG
      throw Options.Misuse(message: "A debug build cannot be measured: run with --configuration release")
    #endif
  }

  private static func measure(_ options: Options) throws {
    let circumstances = Page.circumstances()
    let report =
      switch options.mode {
      case .costs: measureCosts(options)
      case .peers: measurePeers(options)
      case .growth: measureGrowth(options)
      case .transfers: try measureTransfers(options)
      }
    let markdown = ([circumstances] + report.notes + report.tables.filter { !$0.rows.isEmpty }.map(\.markdown))
      .joined(separator: "\n\n")
    print(markdown)
    if options.writes { try Page.write(markdown, for: options.mode) }
    if options.isQuick || options.mode == .growth, !report.missed.isEmpty {
      stop("missed: \(report.missed.joined(separator: ", "))", status: 1)
    }
  }

  private static func stop(_ message: String, status: CInt) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(status)
  }
}

/// The results of a mode.
struct Report {
  var notes: [String] = []
  var tables: [Table] = []
  /// The names of the rows that miss a bar.
  var missed: [String] = []
}

/// The options of the command line.
struct Options {
  enum Mode: String {
    case costs, peers, growth, transfers
  }

  struct Misuse: Error {
    let message: String
  }

  static let help = """
    USAGE: benchmarks [--peers | --growth | --transfers] [--filter <text>] [--write] [--quick]
           benchmarks --instructions <row> [--count <operations>]

      --peers               Compare Tidings with other libraries instead.
      --growth              Measure the cost of an item among 1,000 to 100,000 instead. Exit with 1 if it grows.
      --transfers           Measure downloads and files instead.
      --filter <text>       Measure only the rows whose name contains the text.
      --write               Write the tables to Benchmarks/README.md.
      --quick               Measure each row briefly. Exit with 1 if allocations, bytes or memory miss a bar.
      --instructions <row>  Perform the operations of a row without measuring, for Scripts/instructions.
      --count <operations>  The number of operations (default: 10,000).
    """

  private(set) var mode = Mode.costs
  private(set) var writes = false
  private(set) var isQuick = false
  /// The row whose operations are performed for `Scripts/instructions`, without any measurement.
  private(set) var instructions: Row?
  private(set) var count = 10_000
  private var filter = ""

  var rounds: Int { isQuick ? 1 : 15 }
  var effort: Effort { Effort(rounds: rounds, batch: isQuick ? .microseconds(200) : .milliseconds(20)) }

  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--peers", "--growth", "--transfers":
        guard mode == .costs else { throw Misuse(message: "--peers, --growth and --transfers cannot be combined") }
        mode = Mode(rawValue: String(argument.dropFirst(2))) ?? .costs
      case "--filter":
        guard let text = arguments.next() else { throw Misuse(message: "--filter takes a text") }
        filter = text
      case "--instructions":
        guard let row = arguments.next().flatMap({ Self.instructionRows[$0] }) else {
          let names = Self.instructionRows.keys.sorted().joined(separator: ", ")
          throw Misuse(message: "--instructions takes one of \(names)")
        }
        instructions = row
      case "--count":
        guard let number = arguments.next().flatMap({ Int($0) }), number > 0 else {
          throw Misuse(message: "--count takes a number, 1 or more")
        }
        count = number
      case "--write": writes = true
      case "--quick": isQuick = true
      default: throw Misuse(message: "unknown argument \(argument)")
      }
    }
    if writes && (!filter.isEmpty || isQuick || mode == .growth) {
      throw Misuse(message: "--write cannot be combined with --filter, --quick or --growth")
    }
  }

  func wants(_ name: String) -> Bool { filter.isEmpty || name.contains(filter) }

  private static let instructionRows: [String: Row] = [
    "send-to-1": .send(to: 1),
    "send-to-10": .send(to: 10),
    // The oldest of three subscribers has unsubscribed. Its element stays, because fewer than half have unsubscribed.
    "send-after-leaver": .sendAfterLeaving(of: 3, from: 0, to: 1, by: 1),
    "map-filter-map": .mapFilterMap,
    "subscribe-invalidate": .subscribeInvalidate(others: 0),
    "set-changed": .setChanged(observers: 1),
    "set-equal": .setEqual,
  ]
}
