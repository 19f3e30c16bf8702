/// What the command line asks for.
struct Options {
  var rounds = 15
  var transferRounds = 7
  var measuresTransfers = false
  var measuresPeers = false
  var measuresShapes = false
  var measuresGrowth = false
  var measuresFullSpeed = false
  /// How long threads publish without a pause, in each row.
  var seconds = 10.0
  var filter: String?
  var writes = false
  var checks = false
  var isQuick = false
  var measuresNoise = false
  var wantsHelp = false
  /// A workload for `Scripts/instructions`, instead of any measurement.
  var workload: InstructionsRow?
  var count = 10_000

  static let help = """
    USAGE: benchmarks [--transfers | --peers | --shapes | --growth | --full-speed] [--rounds <count>] [--filter <text>] [--write] [--check] [--quick] [--noise]
           benchmarks --instructions <row> [--count <operations>]

      --transfers       Measure downloads and files, and nothing else.
      --peers           Measure other libraries in turns with Tidings, and nothing else.
      --shapes          Measure how costs grow with subscribers, threads and maps, and nothing else.
      --growth          Measure what an item costs among 1,000 to 100,000, and exit with 1 if that grows.
      --full-speed      Measure single calls and memory while threads publish without a pause, and nothing else.
      --seconds <count> How long these do, in each row (default: 10).
      --rounds <count>  Measure each row in so many rounds, at least 7 (default: 15; of transfers 7).
      --filter <text>   Measure only the rows whose name contains the text.
      --write           Put the tables into Benchmarks/README.md.
      --check           Exit with 1 if a bar is missed.
      --quick           Run everything for a moment; only allocations, bytes and memory are held to their bars.
      --noise           Measure floor B against itself: how far from 1.00 a ratio is by chance.
      --instructions <row>  Perform a row's operations and measure nothing: for Scripts/instructions.
      --count <operations>  How many of them (default: 10,000).
    """

  struct Misuse: Error {
    let message: String
  }

  init(_ arguments: some Sequence<String>) throws(Misuse) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      switch argument {
      case "--rounds":
        guard let rounds = arguments.next().flatMap({ Int($0) }), rounds >= 7 else {
          throw Misuse(message: "--rounds takes a number, 7 or more")
        }
        self.rounds = rounds
        transferRounds = rounds
      case "--seconds":
        guard let seconds = arguments.next().flatMap({ Double($0) }), seconds > 0 else {
          throw Misuse(message: "--seconds takes a number above 0")
        }
        self.seconds = seconds
      case "--filter":
        guard let text = arguments.next() else { throw Misuse(message: "--filter takes a text") }
        filter = text
      case "--instructions":
        guard let row = arguments.next().flatMap(InstructionsRow.init) else {
          let rows = InstructionsRow.allCases.map(\.rawValue).joined(separator: ", ")
          throw Misuse(message: "--instructions takes one of \(rows)")
        }
        workload = row
      case "--count":
        guard let count = arguments.next().flatMap({ Int($0) }), count > 0 else {
          throw Misuse(message: "--count takes a number, 1 or more")
        }
        self.count = count
      case "--transfers": measuresTransfers = true
      case "--shapes": measuresShapes = true
      case "--growth": measuresGrowth = true
      case "--full-speed": measuresFullSpeed = true
      case "--peers": measuresPeers = true
      case "--write": writes = true
      case "--check": checks = true
      case "--quick": isQuick = true
      case "--noise": measuresNoise = true
      case "--help", "-h": wantsHelp = true
      default: throw Misuse(message: "unknown argument \(argument)")
      }
    }
    let others = [measuresTransfers, measuresPeers, measuresShapes, measuresGrowth, measuresFullSpeed].count { $0 }
    if others > 1 { throw Misuse(message: "--transfers, --peers, --shapes, --growth or --full-speed, one at a time") }
    if others > 0 && measuresNoise { throw Misuse(message: "--noise is for the main table alone") }
    if writes && (filter != nil || isQuick || measuresNoise || measuresGrowth || measuresFullSpeed) {
      throw Misuse(message: "--write is for a whole, full measurement of Tidings")
    }
  }
}
