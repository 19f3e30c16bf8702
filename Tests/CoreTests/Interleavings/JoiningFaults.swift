import TidingsCore

extension PlantedFault {
  private static let joining = Scenario(
    [.subscribe(1)], [.set(1)], source: .value(0), subscribers: [.init(), .init()])
  private static let joiningAndSetting = Scenario(
    [.subscribe(0)], source: .value(0), subscribers: [.init(reactions: [0: [.set(1)], 1: [.set(2)]])], setup: [])

  private static let sharing = Scenario(
    [.subscribeIfUp(0), .invalidate(0)], [.subscribeIfUp(1), .invalidate(1)], source: .coldValue(0),
    subscribers: [.init(), .init()], setup: [], start: [.set(1)])

  static let joins = [
    PlantedFault(.p3, "no deferral during the initial delivery", NotDeferred(), in: joiningAndSetting),
    PlantedFault(.v1, "no deferral, and another thread is faster", NotDeferred(), in: joining),
    PlantedFault(.p3, "live during the initial delivery", LiveAtOnce(), in: joiningAndSetting),
    PlantedFault(.p3, "live before the own backlog is delivered", LiveTooSoon(), in: joiningAndSetting),
    PlantedFault(
      .p6, "a newcomer gets what waits", LastIDIgnored(),
      in: Scenario([.publish(1)], [.publish(2)], [.subscribe(1)], subscribers: [.init(), .init()])),
    PlantedFault(
      .p6, "a newcomer gets the current update", SlotsReadAnew(),
      in: Scenario([.publish(1)], [.subscribe(1)], subscribers: [.init(), .init()])),
    PlantedFault(
      .p6, "a newcomer that joins inside a delivery gets the current update", SlotsReadAnew(),
      in: Scenario(
        [.publish(1)], subscribers: [.init(reactions: [1: [.subscribe(2)]]), .init(), .init()],
        setup: [.subscribe(0), .subscribe(1)])),
    PlantedFault(.v1, "the value is read before joining", ValueReadBefore(), in: joining),
    PlantedFault(.v2, "the value is read after joining", ValueReadAfter(), in: joining),
    PlantedFault(.v1, "no initial value", NoFirst(), in: joining),
    PlantedFault(
      .t3, "a late subscriber gets no progress", NoFirst(),
      in: Scenario(
        [.subscribe(1)], source: .task, subscribers: [.init(), .init()], setup: [.subscribe(0), .publish(1)])),
    PlantedFault(.v2, "what arrives during the initial delivery is dropped", DeferredDropped(), in: joining),
    PlantedFault(.v2, "live is found in one step and said in another", TornGoLive(), in: joining),
    PlantedFault(
      .v1, "somebody joins a shared value in the middle of its start", JoinsRegardless(), in: sharing),
    PlantedFault(
      .t4, "who was turned away is still counted", CountsTurnedAway(), in: sharing),
    PlantedFault(
      .v1, "somebody is turned away though the run is up", TurnsAway(),
      in: Scenario(
        [.subscribeIfUp(0)], [.subscribeIfUp(1)], source: .coldValue(0), subscribers: [.init(), .init()], setup: [],
        start: [.set(1)])),
  ]
}

private struct NotDeferred: HubRules {
  func claim(_ id: SubscriptionID, for entry: State.Entry, _ section: inout Section) -> State.Claim {
    section.hub.roster.phase(of: id) == .initial ? .call : section.hub.claim(id, for: entry)
  }
}

private struct LiveAtOnce: HubRules {
  func join(isReserved: Bool, _ section: inout Section) -> State.Joining {
    let joining = section.hub.join(.unused, isReserved: isReserved, on: section.thread)
    section.hub.roster.enter(.live, for: joining.id)
    return joining
  }

  func deliversInitial(to id: SubscriptionID, _ hub: State) -> Bool { true }

  func settle(
    _ id: SubscriptionID, on thread: ThreadID, helped: inout Int, _ section: inout Section
  ) -> State.Settlement {
    section.hub.arrivals = []
    return .live
  }
}

private struct LiveTooSoon: HubRules {
  func settle(
    _ id: SubscriptionID, on thread: ThreadID, helped: inout Int, _ section: inout Section
  ) -> State.Settlement {
    guard section.hub.roster.phase(of: id) == .initial else { return .live }
    let settlement = section.hub.settle(id, on: thread, helped: &helped)
    if case .call = settlement, section.hub.arrivals.allSatisfy(\.backlog.isEmpty) {
      section.hub.arrivals = []
      section.hub.roster.enter(.live, for: id)
    }
    return settlement
  }
}

private struct LastIDIgnored: HubRules {
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    section.hub.backlog = FIFO(
      section.hub.backlog.elements.map { State.Entry(item: $0.item, lastID: .max, thread: $0.thread) })
    return section.hub.take(on: thread, helped: &helped)
  }
}

private struct SlotsReadAnew: HubRules {
  var readsSlotsAnew: Bool { true }
}

private struct ValueReadBefore: HubRules {
  var readsBeforeJoining: Bool { true }
}

private struct ValueReadAfter: HubRules {
  func first(_ first: Int, _ hub: State) -> Int { hub.value }
}

private struct NoFirst: HubRules {
  func join(isReserved: Bool, _ section: inout Section) -> State.Joining {
    var joining = section.hub.join(.unused, isReserved: isReserved, on: section.thread)
    joining.first = nil
    section.hub.arrivals = []
    section.hub.roster.enter(.live, for: joining.id)
    return joining
  }
}

private struct DeferredDropped: HubRules {
  func claim(_ id: SubscriptionID, for entry: State.Entry, _ section: inout Section) -> State.Claim {
    section.hub.roster.phase(of: id) == .initial ? .skip : section.hub.claim(id, for: entry)
  }
}

private struct TornGoLive: HubRules {
  func settle(
    _ id: SubscriptionID, on thread: ThreadID, helped: inout Int, _ section: inout Section
  ) -> State.Settlement {
    let settlement = section.hub.settle(id, on: thread, helped: &helped)
    if case .live = settlement {
      section.hub.roster.enter(.initial, for: id)
      section.torn = .goLive(id: id)
    }
    return settlement
  }

  func perform(_ step: TornStep, _ section: inout Section) {
    guard case .goLive(let id) = step else { return }
    section.hub.roster.enter(.live, for: id)
  }
}

private struct JoinsRegardless: HubRules {
  func joinIfUp(_ section: inout Section) -> State.Admission {
    .joined(section.hub.join(.unused, isReserved: true, on: section.thread))
  }
}

private struct CountsTurnedAway: HubRules {
  func joinIfUp(_ section: inout Section) -> State.Admission {
    let (hub, count) = (section.hub, section.hub.roster.subscriberCount)
    let admission = section.hub.joinIfUp(.unused, on: section.thread)
    if case .tooEarly = admission {
      section.hub = hub
      section.hub.roster.subscriberCount = count
    }
    return admission
  }
}

private struct TurnsAway: HubRules {
  func joinIfUp(_ section: inout Section) -> State.Admission {
    guard section.hub.roster.subscriberCount > 1 else { return section.hub.joinIfUp(.unused, on: section.thread) }
    // As if another were in the hooks.
    var early = section.hub
    _ = early.runs.want()
    defer { section.hub.roster.subscriberCount -= 1 }
    return early.joinIfUp(.unused, on: section.thread)
  }
}
