/// Takes any way that is open with the same chance.
final class RandomWalk: Chooser {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(state: seed)
  }

  func begin() {}

  func choose(_ choice: Choice) -> Int {
    choice.options.count > 1 ? choice.options.randomElement(using: &random)! : choice.options[0]
  }

  func end(_ execution: Execution) -> String? { nil }
}

/// Random numbers that a seed determines; S. Vigna, public domain.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
