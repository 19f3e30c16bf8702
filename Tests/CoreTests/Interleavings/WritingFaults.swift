import TidingsCore

extension PlantedFault {
  static let writes = [
    PlantedFault(.v3, "no comparison", NoComparison(), in: Scenario([.set(0)], source: .value(0))),
    PlantedFault(
      .v3, "a set does not look whether another got in between", NoVersion(),
      in: Scenario([.replace(1)], [.replace(1)], source: .value(0))),
    PlantedFault(
      .v5, "a mutation does not look whether another got in between", NoVersion(),
      in: Scenario([.add(1)], [.add(10)], source: .value(0))),
    PlantedFault(
      .v3, "compared with the value last delivered", ComparedWithDelivered(),
      in: Scenario([.replace(1), .replace(0)], [.set(2)], source: .value(0))),
  ]
}

private struct NoComparison: HubRules {
  func isSame(_ old: Int, _ new: Int) -> Bool { false }
}

private struct NoVersion: HubRules {
  func commitWrite(
    _ value: Int, over version: UInt, in run: RunID, _ section: inout Section
  ) -> State.Commit {
    section.hub.commitWrite(value, over: section.hub.version, in: run, on: section.thread)
  }
}

private struct ComparedWithDelivered: HubRules {
  func beginWrite(_ section: inout Section) -> State.Reading {
    var outdated = section.hub
    _ = section.lastDelivered.map { outdated.memory.remember($0) }
    _ = section.hub.beginWrite(on: section.thread)
    return outdated.beginWrite(on: section.thread)
  }
}
