import Foundation

/// The share of the cases that suites with many cases run: a tenth, or the value of the environment variable
/// TIDINGS_TEST_SIZE. The nightly run sets it to 1.
public enum TestSize: Sendable {
  private static let share = ProcessInfo.processInfo.environment["TIDINGS_TEST_SIZE"].flatMap { Double($0) } ?? 0.1

  /// The share of a count, at least one. An exponent below one makes the share larger.
  public static func scaled(_ count: Int, exponent: Double = 1) -> Int {
    min(count, max(1, Int((Double(count) * pow(share, exponent)).rounded(.up))))
  }
}

extension Array {
  /// The cases that are run, at least one, in their order. The seed selects them.
  public var sized: [Element] {
    let count = isEmpty ? 0 : TestSize.scaled(count)
    guard count < self.count else { return self }
    var random = SplitMix64(seed: SplitMix64.seed)
    return indices.shuffled(using: &random).prefix(count).sorted().map { self[$0] }
  }

  /// The cases that are run of each group, at least one. The seed selects them.
  public func sized(inEach group: (Element) -> String, exponent: Double = 1) -> [Element] {
    var random = SplitMix64(seed: SplitMix64.seed)
    return Dictionary(grouping: self, by: group).sorted { $0.key < $1.key }.flatMap { _, cases in
      cases.shuffled(using: &random).prefix(TestSize.scaled(cases.count, exponent: exponent))
    }
  }
}
