import TidingsCore

extension PlantedFault {
  static let claims = [
    PlantedFault(.p2, "no look at the state before the call", NoLook(), in: Scenario([.publish(1)], [.invalidate(0)])),
    PlantedFault(
      .p2, "the state is read once an update", LooksOnce(),
      in: Scenario(
        [.publish(1)], [.invalidate(1)], subscribers: [.init(), .init()], setup: [.subscribe(0), .subscribe(1)])),
    PlantedFault(
      .p2, "the state is read once an update, and invalidated from inside", LooksOnce(),
      in: Scenario(
        [.publish(1)], subscribers: [.init(reactions: [1: [.invalidate(1)]]), .init()],
        setup: [.subscribe(0), .subscribe(1)])),
    PlantedFault(
      .p2, "the own backlog survives invalidation", BacklogSurvives(),
      in: Scenario([.subscribe(0)], [.set(1)], [.removeAllSubscribers], source: .value(0), setup: [])),
  ]

  static let leaves = [
    PlantedFault(
      .p2, "who gives a subscription up a second time does not wait for the first", TrustsToken(),
      in: Scenario([.invalidate(0)], [.invalidate(0)]))
  ]

  static let releases = [
    PlantedFault(.p2, "a closure is never let go", NeverReleased(), in: Scenario([.invalidate(0)])),
    PlantedFault(.p2, "a closure is not let go at the end", KeptAtEnd(), in: Scenario([.finish])),
    PlantedFault(
      .p2, "a closure is let go in the middle of a call", ReleasedInFlight(),
      in: Scenario([.publish(1)], [.invalidate(0)])),
    PlantedFault(.p2, "the record of a dead subscriber stays listed", StaysListed(), in: Scenario([.invalidate(0)])),
  ]
}

private struct NoLook: HubRules {
  func looksLive(_ id: SubscriptionID, _ hub: State) -> Bool { true }
}

private struct LooksOnce: HubRules {
  func audience(of item: Item, _ hub: State) -> [SubscriptionID] {
    hub.roster.listedIDs.filter { hub.roster.phase(of: $0) == .live }
  }
  func looksLive(_ id: SubscriptionID, _ hub: State) -> Bool { true }
}

private struct BacklogSurvives: HubRules {
  func deliversInitial(to id: SubscriptionID, _ hub: State) -> Bool { true }

  func invalidateAll(_ section: inout Section) -> [Departure] {
    let arrivals = section.hub.arrivals
    defer { section.hub.arrivals = arrivals }
    return section.hub.invalidateAll()
  }

  func settle(
    _ id: SubscriptionID, on thread: ThreadID, helped: inout Int, _ section: inout Section
  ) -> State.Settlement {
    let index = section.hub.arrivals.firstIndex { $0.id == id }
    guard section.hub.roster.phase(of: id) == .invalidated, let index,
      let next = section.hub.arrivals[index].backlog.popFirst(),
      case .update(let update) = next.item
    else {
      if section.hub.roster.phase(of: id) == .invalidated { section.hub.arrivals = [] }
      return section.hub.settle(id, on: thread, helped: &helped)
    }
    return .call(update)
  }
}

private struct TrustsToken: HubRules {
  var leavesAgain: Bool { false }
}

private struct NeverReleased: HubRules {
  func invalidate(_ id: SubscriptionID, _ section: inout Section) -> Departure? {
    var departure = section.hub.invalidate(id)
    departure?.left = nil
    return departure
  }
}

private struct KeptAtEnd: HubRules {
  func claim(_ id: SubscriptionID, for entry: State.Entry, _ section: inout Section) -> State.Claim {
    defer { section.hub.roster.guarded.settling = [] }
    return section.hub.claim(id, for: entry)
  }
}

private struct ReleasedInFlight: HubRules {
  func invalidate(_ id: SubscriptionID, _ section: inout Section) -> Departure? {
    var departure = section.hub.invalidate(id)
    departure?.left = LeftClosure(id: id, closure: .unused)
    section.hub.roster.guarded.settling = []
    return departure
  }
}

private struct StaysListed: HubRules {
  func invalidate(_ id: SubscriptionID, _ section: inout Section) -> Departure? {
    let before = section.hub.roster.copy()
    let departure = section.hub.invalidate(id)
    section.hub.roster.listed.deallocate()
    section.hub.roster.listed = before.listed.copy()
    section.hub.roster.enter(.invalidated, for: id)
    return departure
  }
}
