import TidingsCore

extension PlantedFault {
  private static let helping = Scenario([.publish(1)], [.publish(2), .publish(3), .publish(4)], helpLimit: 1)
  private static let helpingWhileJoining = Scenario(
    [.subscribe(1)], [.set(1), .set(2)], source: .value(0), subscribers: [.init(), .init()], helpLimit: 1)

  static let bounds = [
    PlantedFault(.p11, "no bound on help", NoBound(), in: helping),
    PlantedFault(.p11, "no bound on help while joining", NoBoundWhileJoining(), in: helpingWhileJoining),
    PlantedFault(
      .p11, "own updates count as help", OwnUpdatesCount(),
      in: Scenario([.publish(1)], subscribers: [.init(reactions: [1: [.publish(2), .publish(3)]])], helpLimit: 1)),
    PlantedFault(
      .p11, "own updates count as help while joining", OwnUpdatesCountWhileJoining(),
      in: Scenario(
        [.subscribe(0)], source: .value(0), subscribers: [.init(reactions: [0: [.set(1), .set(2)]])], helpLimit: 1,
        setup: [])),
    PlantedFault(.p6, "the job that goes on is not started", NoJob(), in: helping),
    PlantedFault(.v2, "the job that goes on with the own backlog is not started", NoJob(), in: helpingWhileJoining),
    PlantedFault(.p4, "handing over reorders", HandOverReorders(), in: helping),
    PlantedFault(.p4, "handing over gives the delivery back", HandOverGivesBack(), in: helping),
  ]
}

private struct NoBound: HubRules {
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    helped = 0
    return section.hub.take(on: thread, helped: &helped)
  }
}

private struct NoBoundWhileJoining: HubRules {
  func settle(
    _ id: SubscriptionID, on thread: ThreadID, helped: inout Int, _ section: inout Section
  ) -> State.Settlement {
    helped = 0
    return section.hub.settle(id, on: thread, helped: &helped)
  }
}

private struct OwnUpdatesCount: HubRules {
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    section.hub.take(on: .nobody, helped: &helped)
  }
}

private struct OwnUpdatesCountWhileJoining: HubRules {
  func settle(
    _ id: SubscriptionID, on thread: ThreadID, helped: inout Int, _ section: inout Section
  ) -> State.Settlement {
    section.hub.settle(id, on: .nobody, helped: &helped)
  }
}

private struct NoJob: HubRules {
  var startsJobs: Bool { false }
}

private struct HandOverReorders: HubRules {
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    let turn = section.hub.take(on: thread, helped: &helped)
    if case .handOver = turn.delivery, let first = section.hub.backlog.popFirst() {
      section.hub.backlog.append(first)
    }
    return turn
  }
}

private struct HandOverGivesBack: HubRules {
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    let turn = section.hub.take(on: thread, helped: &helped)
    if case .handOver = turn.delivery { section.hub.isDelivering = false }
    return turn
  }
}

extension ThreadID {
  fileprivate static let nobody = ThreadID(rawValue: .max)
}
