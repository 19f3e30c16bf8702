import TestSupport

/// Inputs that nobody thought of: good ones, a little broken in every way.
struct Mutations: Sequence, IteratorProtocol {
  private let seeds: [[UInt8]]
  private var generator: SplitMix64
  private var remaining: Int

  init(of seeds: [String], count: Int = 20_000, seed: UInt64 = 7) {
    self.seeds = seeds.map { Array($0.utf8) }
    generator = SplitMix64(seed: seed)
    remaining = count
  }

  mutating func next() -> String? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    var bytes = seeds.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      mutate(&bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let oddities = [
    "", "\0", "\r\n", "\t", " ", "\u{7F}", "\u{85}", "\u{A0}", "\u{301}", "é", "\u{2028}", "\"", "\\", "%", "%4", "%00",
    "-", "*", "/", ";", ",", "=", "'", "W/", "..", "999999999999999999999999999999", "-1", "0", "9223372036854775807",
  ].map { Array($0.utf8) }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.insert(contentsOf: Self.oddities.randomElement(using: &generator) ?? [], at: place)
    case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 2 where place < bytes.count: bytes.remove(at: place)
    case 3: bytes.removeLast(bytes.count - place)
    default: bytes += bytes[..<place]
    }
  }
}
