import Testing
import TidingsCore

@Suite("Every interleaving of an inbox keeps every contract")
struct InboxInterleavingTests {
  @Test(arguments: InboxModel.Scenario.all)
  func scenario(_ scenario: InboxModel.Scenario) {
    let exploration = Explorer.explore(InboxModel(scenario))
    print("\(scenario.name): \(exploration.summary)")
    #expect(exploration.violation == nil, "\(exploration.account)")
  }

  @Test("A planted fault is caught by the contract it breaks", arguments: PlantedInboxFault.all)
  func fault(_ fault: PlantedInboxFault) {
    let faulty = Explorer.explore(InboxModel(fault.scenario, rules: fault.rules))
    print("\(fault.contract) after \(faulty.states) states: \(fault.name)")
    #expect(faulty.violation?.contract == fault.contract, "\(faulty.account)")
    #expect(Explorer.explore(InboxModel(fault.scenario)).violation == nil)
  }
}

extension InboxModel.Scenario: CustomTestStringConvertible {
  var testDescription: String { name }

  static let all = [
    InboxModel.Scenario(
      name: "inbox: arrive ∥ arrive at once ∥ job", onMain: [.publish(1), .publish(2)],
      elsewhere: [[.publish(3), .publish(4)]]),
    InboxModel.Scenario(
      name: "inbox: arrive ∥ arrive ∥ job, one item a job", onMain: [.publish(1)],
      elsewhere: [[.publish(2), .publish(3)], [.publish(4)]], jobLimit: 1),
    InboxModel.Scenario(
      name: "inbox: arrive ∥ job ∥ invalidate on the actor", onMain: [.invalidate, .publish(1)],
      elsewhere: [[.publish(2), .publish(3)]]),
    InboxModel.Scenario(
      name: "inbox: arrive ∥ job ∥ invalidate elsewhere", onMain: [.publish(1)],
      elsewhere: [[.publish(2), .publish(3)], [.invalidate]], jobLimit: 1),
    InboxModel.Scenario(
      name: "inbox: arrive ∥ job ∥ end", onMain: [.publish(1)], elsewhere: [[.publish(2), .finish], [.publish(3)]]),
    InboxModel.Scenario(
      name: "inbox: end ∥ invalidate ∥ invalidate", onMain: [.publish(1), .invalidate],
      elsewhere: [[.publish(2), .finish], [.invalidate]]),
    InboxModel.Scenario(
      name: "inbox: publish and invalidate inside a delivery", onMain: [.publish(1)],
      elsewhere: [[.publish(2), .publish(3)]], reactions: [1: .publish(4), 2: .publish(5), 3: .invalidate]),
    InboxModel.Scenario(
      name: "inbox: arrive ∥ arrive ∥ job, the newest one waits", onMain: [.publish(1)],
      elsewhere: [[.publish(2), .publish(3)], [.publish(4), .finish]], buffering: .newest(1)),
    InboxModel.Scenario(
      name: "inbox: arrive ∥ arrive ∥ job ∥ invalidate, the oldest two wait", onMain: [.publish(1), .invalidate],
      elsewhere: [[.publish(2), .publish(3)], [.publish(4), .publish(5)]], jobLimit: 1, buffering: .oldest(2)),
    InboxModel.Scenario(
      name: "inbox: publish inside a delivery, the newest two wait", onMain: [.publish(1)],
      elsewhere: [[.publish(2), .publish(3)]], buffering: .newest(2),
      reactions: [1: .publish(4), 2: .publish(5), 3: .publish(6)]),
  ]
}
