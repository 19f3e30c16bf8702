public import Testing

/// A simplified case in which the actual result differs from the expected one.
public struct Counterexample<Case: Sendable, Outcome: Equatable & Sendable>: Sendable, CustomStringConvertible {
  public let seed: UInt64
  public let number: Int
  public let minimal: Case
  public let expected: Outcome
  public let actual: Outcome

  public var description: String {
    """
    case \(number) of seed \(seed) (set TIDINGS_SEED to try another)
      fails for  \(minimal)
      expected   \(expected)
      actual     \(actual)
    """
  }
}

/// A property that must hold in every case.
public struct Property<Case: Sendable, Outcome: Equatable & Sendable>: Sendable {
  private let generator: Generator<Case>
  private let expected: @Sendable (Case) -> Outcome
  private let actual: @Sendable (Case) -> Outcome

  public init(
    of generator: Generator<Case>, expected: @escaping @Sendable (Case) -> Outcome,
    actual: @escaping @Sendable (Case) -> Outcome
  ) {
    self.generator = generator
    self.expected = expected
    self.actual = actual
  }

  /// The first case that fails, simplified until no simpler case fails.
  public func counterexample(cases: Int, seed: UInt64) -> Counterexample<Case, Outcome>? {
    var random = SplitMix64(seed: seed)
    for number in 1...cases {
      let failing = generator.make(&random)
      guard fails(failing) else { continue }
      let minimal = simplest(of: failing)
      return Counterexample(
        seed: seed, number: number, minimal: minimal, expected: expected(minimal), actual: actual(minimal))
    }
    return nil
  }

  private func fails(_ candidate: Case) -> Bool {
    expected(candidate) != actual(candidate)
  }

  private func simplest(of failing: Case) -> Case {
    var current = failing
    while let simpler = generator.simpler(current).first(where: fails) { current = simpler }
    return current
  }
}

/// Compares the results of a few hundred random cases with the expected ones.
public func expectAll<Case: Sendable, Outcome: Equatable & Sendable>(
  _ generator: Generator<Case>, cases: Int = 300, sourceLocation: SourceLocation = #_sourceLocation,
  give expected: @escaping @Sendable (Case) -> Outcome, from actual: @escaping @Sendable (Case) -> Outcome
) {
  let property = Property(of: generator, expected: expected, actual: actual)
  if let counterexample = property.counterexample(cases: cases, seed: SplitMix64.seed) {
    Issue.record("\(counterexample)", sourceLocation: sourceLocation)
  }
}
