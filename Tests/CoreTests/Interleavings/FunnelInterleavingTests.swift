import TestSupport
import Testing

@Suite("Every interleaving of a funnel keeps every contract")
struct FunnelInterleavingTests {
  @Test(arguments: FunnelScenario.all.sized)
  func scenario(_ scenario: FunnelScenario) {
    let clock = ContinuousClock()
    var exploration = Exploration()
    let time = clock.measure { exploration = Explorer.explore(FunnelModel(scenario)) }
    print("\(scenario.name): \(exploration.summary) (\(time))")
    #expect(exploration.violation == nil, "\(exploration.account)")
  }

  @Test("A planted fault is caught by the contract it breaks", arguments: PlantedFunnelFault.all.sized)
  func fault(_ fault: PlantedFunnelFault) {
    let faulty = Explorer.explore(FunnelModel(fault.scenario, rules: fault.rules))
    print("\(fault.contract) after \(faulty.states) states: \(fault.name)")
    #expect(faulty.violation?.contract == fault.contract, "\(faulty.account)")
    #expect(Explorer.explore(FunnelModel(fault.scenario)).violation == nil)
  }

  @Test(
    "The model of the wiring does what the funnel does",
    arguments: FunnelScenario.all.filter { $0.rule != .combinedValue })
  func rehearsal(_ scenario: FunnelScenario) {
    #expect(FunnelModel.story(of: scenario) == FunnelRehearsal.story(of: scenario))
  }
}
