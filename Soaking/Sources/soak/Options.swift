/// What the command line asks for.
struct Options {
  var operations = 10_000_000
  var seed: UInt64 = 20_261_122
  /// Of each round; nil to take two to four, as the seed says.
  var threads: Int?
  var round = 2_000

  static let usage = """
    usage: soak [--operations N] [--seed N] [--threads N] [--round N]

      --operations  how many, 10,000,000 unless told
      --seed        of the first round; the next has the next seed
      --threads     of each round; with one, a seed gives the same histories each time
      --round       operations of a round
    """

  init?(_ arguments: some Sequence<String>) {
    var arguments = Array(arguments)[...]
    while let option = arguments.popFirst() {
      guard let number = arguments.popFirst().flatMap({ UInt64($0.replacing("_", with: "")) }),
        let count = Int(exactly: number)
      else { return nil }
      switch option {
      case "--operations": operations = count
      case "--seed": seed = number
      case "--threads" where count > 0: threads = count
      case "--round" where count > 0: round = count
      default: return nil
      }
    }
  }
}
