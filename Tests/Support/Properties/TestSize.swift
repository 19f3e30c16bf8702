import Foundation

/// How much of the suites with many cases is run: everything, or the share that the environment variable
/// TIDINGS_TEST_SIZE gives, such as 0.1.
public enum TestSize: Sendable {
  private static let share = ProcessInfo.processInfo.environment["TIDINGS_TEST_SIZE"].flatMap { Double($0) } ?? 1

  /// The share of a count, at least one.
  public static func scaled(_ count: Int) -> Int {
    min(count, max(1, Int((Double(count) * share).rounded(.up))))
  }
}

extension Array {
  /// The share of the cases that is run, at least one, in their order. The seed decides which, so that in time each has
  /// its turn.
  public var sized: [Element] {
    let count = isEmpty ? 0 : TestSize.scaled(count)
    guard count < self.count else { return self }
    var random = SplitMix64(seed: SplitMix64.seed)
    return indices.shuffled(using: &random).prefix(count).sorted().map { self[$0] }
  }
}
