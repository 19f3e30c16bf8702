import TestSupport

/// Mutated inputs: valid ones with one change.
struct Mutations: Sequence, IteratorProtocol {
  private var mutator: Mutator
  private var remaining: Int

  init(of seeds: [String], count: Int = 20_000, seed: UInt64 = 7) {
    mutator = Mutator(corpus: seeds.map { Array($0.utf8) }, words: Self.oddities, seed: seed)
    remaining = count
  }

  mutating func next() -> String? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    return String(decoding: mutator.next(), as: UTF8.self)
  }

  private static let oddities = [
    "", "\0", "\r\n", "\t", " ", "\u{7F}", "\u{85}", "\u{A0}", "\u{301}", "é", "\u{2028}", "\"", "\\", "%", "%4", "%00",
    "-", "*", "/", ";", ",", "=", "'", "W/", "..", "999999999999999999999999999999", "-1", "0", "9223372036854775807",
  ]
}
