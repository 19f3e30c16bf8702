import TestSupport
import Testing

@Suite("Random walks keep every contract")
struct RandomWalkTests {
  private static let scenarioCount = 1_000
  private static let walksPerScenario = 5

  @Test func `through scenarios that are made up`() {
    var steps = 0
    let scenarios = TestSize.scaled(Self.scenarioCount)
    for number in 0..<scenarios {
      let seed = SplitMix64.seed &+ UInt64(number)
      var random = SplitMix64(seed: seed)
      let scenario = Scenario.random(by: &random)
      let model = HubModel(scenario)
      for _ in 0..<Self.walksPerScenario {
        let walk = RandomWalk(through: model, by: &random)
        steps += walk.steps
        guard walk.violation == nil else {
          Issue.record("TIDINGS_SEED=\(seed), the first scenario: \(scenario)\n\(walk.account(from: model))")
          return
        }
      }
    }
    let walks = scenarios * Self.walksPerScenario
    print("\(walks) walks through \(scenarios) scenarios, \(steps) steps, seed \(SplitMix64.seed)")
  }

  @Test(arguments: Scenario.vast)
  func `through vast scenarios`(_ scenario: Scenario) {
    var random = SplitMix64(seed: SplitMix64.seed)
    let model = HubModel(scenario)
    var steps = 0
    let walks = TestSize.scaled(Self.scenarioCount)
    for _ in 0..<walks {
      let walk = RandomWalk(through: model, by: &random)
      steps += walk.steps
      guard walk.violation == nil else {
        Issue.record("seed \(SplitMix64.seed): \(walk.account(from: model))")
        return
      }
    }
    print("\(scenario.name): \(walks) walks, \(steps) steps, seed \(SplitMix64.seed)")
  }

  /// Those faults that only a rare order of steps shows are for the exploration.
  @Test("A planted fault is met, too", arguments: PlantedFault.all)
  func fault(_ fault: PlantedFault) {
    var random = SplitMix64(seed: SplitMix64.seed)
    let model = HubModel(fault.scenario, rules: fault.rules)
    let walks = (1...Self.scenarioCount).first { _ in RandomWalk(through: model, by: &random).violation != nil }
    #expect(walks != nil)
  }
}

extension Scenario {
  /// With far more states than can be visited: three publishers, three subscribers, first values, ends and hooks.
  static let vast = [
    Scenario(
      name: "3 publishers × 3 updates, 3 subscribers come and go, end",
      helpLimit: 2, subscribers: Array(repeating: Subscriber(), count: 4), handlers: 2, setup: [.subscribe(0)],
      threads: [
        [.publish(1), .subscribe(1), .publish(2), .invalidate(1), .publish(3)],
        [.publish(4), .subscribe(2), .whenEnded(handler: 0, of: 2), .publish(5), .publish(6), .finish],
        [.publish(7), .subscribe(3), .whenEnded(handler: 1, of: 3), .publish(8), .invalidate(0), .publish(9)],
      ]),
    Scenario(
      name: "3 who set, change and mutate a value × 3, 3 first values, end",
      source: .value(0), helpLimit: 2, subscribers: Array(repeating: Subscriber(), count: 4), handlers: 1,
      setup: [.subscribe(0)],
      threads: [
        [.set(1), .subscribe(1), .add(10), .replace(2)],
        [.replace(3), .subscribe(2), .whenEnded(handler: 0, of: 2), .set(4), .add(20), .finish],
        [.add(30), .subscribe(3), .set(5), .invalidate(3), .invalidate(0), .replace(6)],
      ]),
    Scenario(
      name: "a task that 3 join and leave twice, its work and its result",
      source: .task, helpLimit: 2, subscribers: Array(repeating: Subscriber(), count: 6), handlers: 1,
      threads: [
        [.subscribe(0), .invalidate(0), .subscribe(3), .whenEnded(handler: 0, of: 3)],
        [.subscribe(1), .invalidate(1), .subscribe(4), .invalidate(4)], [.subscribe(2), .subscribe(5), .invalidate(2)],
      ], start: [.publish(1), .spawn([.publish(2), .publish(3), .complete(4)])], stop: []),
    Scenario(
      name: "a cold value that 3 join and leave twice, and that is set inside and outside",
      source: .coldValue(0), helpLimit: 2, subscribers: Array(repeating: Subscriber(), count: 6),
      threads: [
        [.subscribe(0), .invalidate(0), .subscribeIfUp(3)], [.subscribeIfUp(1), .invalidate(1), .subscribe(4)],
        [.subscribe(2), .subscribe(5), .invalidate(2)],
      ], start: [.set(1), .spawn([.set(2), .replace(3)])]),
  ]
}
