import TestSupport
import Testing
import Tidings

@Suite("A property")
struct PropertyTests {
  private func counterexample<Case: Sendable>(
    of generator: Generator<Case>, seed: UInt64 = 1, _ holds: @escaping @Sendable (Case) -> Bool
  ) -> Counterexample<Case, Bool>? {
    Property(of: generator, expected: { _ in true }, actual: holds).counterexample(cases: 1_000, seed: seed)
  }

  @Test(arguments: 1...20)
  func `that fails reports the smallest list`(seed: UInt64) {
    let lists = Generator.integers(-100...100).list(upTo: 30)
    #expect(counterexample(of: lists, seed: seed) { !$0.contains { $0 > 17 } }?.minimal == [18])
    #expect(counterexample(of: lists, seed: seed) { $0.count < 4 }?.minimal == [0, 0, 0, 0])
    #expect(counterexample(of: lists, seed: seed) { $0 == $0.sorted() }?.minimal.count == 2)
  }

  @Test func `that fails for a pair reports the smallest case of both`() {
    let pairs = Generator.integers(0...50).and(Generator.integers(3...50).list(upTo: 10))
    let minimal = counterexample(of: pairs) { $0.0 < 5 || $0.1.count < 2 }?.minimal
    #expect(minimal?.0 == 5)
    #expect(minimal?.1 == [3, 3])
  }

  @Test(arguments: 1...20)
  func `that fails for a schedule reports only the relevant events`(seed: UInt64) {
    let minimal = counterexample(of: .schedules(of: 3), seed: seed) { schedule in
      schedule.effective.count { if case .send(_, from: 1) = $0 { true } else { false } } < 2
    }?.minimal
    #expect(minimal?.description == "b0 b0")
  }

  @Test func `that holds has no counterexample`() {
    #expect(counterexample(of: .integers(0...9)) { $0 < 10 } == nil)
  }

  @Test func `generates the same cases for the same seed, and others for another seed`() {
    func cases(seed: UInt64) -> [[Int]] {
      let seen = History<[Int]>()
      _ = counterexample(of: Generator.integers(0...9).list(upTo: 5), seed: seed) { list in
        seen.record(list)
        return true
      }
      return seen.events
    }
    #expect(cases(seed: 1) == cases(seed: 1))
    #expect(cases(seed: 1) != cases(seed: 2))
  }

  @Test func `reports the seed, the input, and the expected and the actual output`() {
    let property = Property(
      of: .schedules(of: 2), expected: { _ in ["1"] }, actual: { $0.play(on: 2) { $0[0].merge(with: $0[1]) } })
    let account = property.counterexample(cases: 1, seed: 5).map { "\($0)" }
    #expect(
      account == """
        case 1 of seed 5 (set TIDINGS_SEED to try another)
          fails for  nothing
          expected   ["1"]
          actual     []
        """)
  }

  @Test func `detects a model that ends before all sources have ended`() {
    let property = Property(
      of: .schedules(of: 2),
      expected: { schedule in
        var result: [String] = []
        for event in schedule.effective {
          switch event {
          case .send(let update, _): result.append("\(update)")
          case .end: return result + ["|"]
          case .leave: return result
          }
        }
        return result
      }, actual: { $0.play(on: 2) { $0[0].merge(with: $0[1]) } })
    let minimal = property.counterexample(cases: 300, seed: SplitMix64.seed)?.minimal
    #expect(minimal?.events.count == 1)
  }
}
