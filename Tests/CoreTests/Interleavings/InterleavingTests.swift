import TestSupport
import Testing

@Suite("Every interleaving keeps every contract")
struct InterleavingTests {
  @Test(arguments: Scenario.all.sized)
  func scenario(_ scenario: Scenario) {
    let clock = ContinuousClock()
    var exploration = Exploration()
    let time = clock.measure { exploration = Explorer.explore(HubModel(scenario)) }
    print("\(scenario.name): \(exploration.summary) (\(time))")
    #expect(exploration.violation == nil, "\(exploration.account)")
  }
}
