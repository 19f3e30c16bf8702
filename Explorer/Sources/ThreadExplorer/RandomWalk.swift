/// Takes any way that is open with the same chance.
final class RandomWalk: Chooser {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  func begin() {}

  func choose(_ choice: Choice) -> Int {
    choice.options.count > 1 ? choice.options.randomElement(using: &random)! : choice.options[0]
  }

  func end(_ execution: Execution) -> String? { nil }
}
