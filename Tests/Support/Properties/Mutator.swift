/// Mutates the inputs of a corpus.
public struct Mutator: Sendable {
  private let corpus: [[UInt8]]
  private let words: [[UInt8]]
  private var random: SplitMix64

  public init(corpus: [[UInt8]], words: [String], seed: UInt64) {
    self.corpus = corpus
    self.words = words.map { Array($0.utf8) }
    random = SplitMix64(seed: seed)
  }

  public mutating func next() -> [UInt8] {
    var bytes = pick(corpus)
    for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let other = Int.random(in: 0...bytes.count, using: &random)
    let range = min(place, other)..<max(place, other)
    switch Int.random(in: 0..<9, using: &random) {
    case 0...1: bytes.insert(contentsOf: pick(words), at: place)
    case 2: bytes.replaceSubrange(range, with: pick(words))
    case 3: bytes.removeSubrange(range)
    case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 5 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 6 where bytes.count < 4_096: bytes.insert(contentsOf: bytes[range], at: place)
    case 7: bytes = bytes[..<place] + pick(corpus).suffix(other)
    default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    }
  }

  private mutating func pick(_ choices: [[UInt8]]) -> [UInt8] {
    choices.randomElement(using: &random) ?? []
  }
}
