import Testing
import TidingsCore

/// A way to get the hub wrong, the contract that it breaks, and a scenario in which it shows.
struct PlantedFault: Sendable {
  let contract: Contract
  let name: String
  let rules: any HubRules
  let scenario: Scenario

  init(_ contract: Contract, _ name: String, _ rules: any HubRules, in scenario: Scenario) {
    self.contract = contract
    self.name = name
    self.rules = rules
    self.scenario = scenario
  }

  static let all = claims + leaves + releases + deliveries + joins + writes + ends + bounds + runs
}

extension PlantedFault: CustomTestStringConvertible {
  var testDescription: String { "\(contract): \(name)" }
}

extension Scenario {
  /// A scenario for a fault, with the calls of each thread.
  init(
    _ threads: [Call]..., source: Source = .events(), subscribers: [Subscriber] = [Subscriber()], handlers: Int = 0,
    helpLimit: Int = 16, setup: [Call] = [.subscribe(0)], start: [Call] = []
  ) {
    self.init(
      name: "", source: source, helpLimit: helpLimit, subscribers: subscribers, handlers: handlers, setup: setup,
      threads: threads, start: start)
  }
}

extension FIFO {
  init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { append(element) }
  }
}

extension HubState.Item {
  var isEnd: Bool {
    if case .end = self { true } else { false }
  }
}
