import TestSupport
import Testing
import TidingsCore

@Suite("The engine does on several threads what the simple one does")
struct ReferenceThreadTests {
  private static let scriptCount = 60

  @Test func `in random scripts, as far as it does not depend on their order`() async {
    var updates = 0
    var deliveries = 0
    var threads = 0
    let count = repetitions(TestSize.scaled(Self.scriptCount))
    for number in 0..<count {
      let seed = SplitMix64.seed &+ UInt64(number)
      let script = ThreadScript.random(seed: seed, steps: 120)
      let engine = await ScriptPlayer<Hub<Int>>.seen(by: script)
      let reference = await ScriptPlayer<ReferenceHub<Int>>.seen(by: script)
      #expect(script.faults(in: engine) == [], "the engine, TIDINGS_SEED=\(seed), the first script: \(script.kind)")
      #expect(script.faults(in: reference) == [], "the reference, TIDINGS_SEED=\(seed), the first script")
      #expect(
        script.outcome(of: engine.order, engine.histories) == script.outcome(of: reference.order, reference.histories),
        "TIDINGS_SEED=\(seed), the first script: \(script.kind)")
      updates += engine.order.count + reference.order.count
      deliveries += (engine.histories + reference.histories).reduce(0) { $0 + $1.count }
      threads += script.threads.count
    }
    print("\(threads) threads, \(updates) updates, \(deliveries) deliveries, seed \(SplitMix64.seed)")
  }
}
