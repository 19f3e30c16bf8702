import Testing

@Suite("Every planted fault is caught by the contract it breaks")
struct PlantedFaultTests {
  @Test(arguments: PlantedFault.all)
  func caught(_ fault: PlantedFault) {
    let faulty = Explorer.explore(HubModel(fault.scenario, rules: fault.rules))
    print("\(fault.contract) after \(faulty.states) states: \(fault.name)")
    #expect(faulty.violation?.contract == fault.contract, "\(faulty.account)")
  }

  @Test(arguments: PlantedFault.all)
  func `nothing is reported where the fault is not planted`(_ fault: PlantedFault) {
    let exploration = Explorer.explore(HubModel(fault.scenario))
    #expect(exploration.violation == nil, "\(exploration.account)")
  }
}
