import TidingsCore

extension PlantedFault {
  static let deliveries = [
    PlantedFault(
      .p1, "an initial value goes to all", InitialToAll(),
      in: Scenario([.subscribe(1)], source: .value(0), subscribers: [.init(), .init()])),
    PlantedFault(
      .p3, "a re-entrant update is delivered inside the current one", DeliversRegardless(),
      in: Scenario([.publish(1)], subscribers: [.init(reactions: [1: [.publish(2)]])])),
    PlantedFault(
      .p3, "a second thread delivers", DeliversRegardless(),
      in: Scenario([.publish(1)], subscribers: [.init(reactions: [1: [.spawn([.publish(2)])]])])),
    PlantedFault(
      .p4, "a second thread delivers and is faster", DeliversRegardless(), in: Scenario([.publish(1)], [.publish(2)])),
    PlantedFault(
      .p3, "the delivery is given back before the last update is out", IdleTooSoon(),
      in: Scenario([.publish(1)], subscribers: [.init(reactions: [1: [.publish(2)], 2: [.publish(3)]])])),
    PlantedFault(
      .p4, "the newest update goes first", NewestUpdateFirst(), in: Scenario([.publish(1)], [.publish(2), .publish(3)])),
    PlantedFault(
      .p4, "the newest subscriber is called first", NewestSubscriberFirst(),
      in: Scenario([.publish(1)], subscribers: [.init(), .init()], setup: [.subscribe(0), .subscribe(1)])),
    PlantedFault(
      .p5, "a re-entrant update overtakes the current one for those who still wait for it", OthersAtOnce(),
      in: Scenario(
        [.publish(1)], subscribers: [.init(reactions: [1: [.publish(2)]]), .init()],
        setup: [.subscribe(0), .subscribe(1)])),
    PlantedFault(
      .p5, "an initial delivery counts as a delivery of the source", InitialIsDelivery(),
      in: Scenario(
        [.subscribe(1)], source: .value(0), subscribers: [.init(), .init(reactions: [0: [.set(1)]])])),
    PlantedFault(
      .p6, "idle is found in one step and said in another", TornIdle(), in: Scenario([.publish(1)], [.publish(2)])),
    PlantedFault(
      .p7, "a publish waits for another thread's delivery", Waits(), in: Scenario([.publish(1)], [.publish(2)])),
  ]
}

private struct InitialToAll: HubRules {
  var deliversInitialToAll: Bool { true }
}

private struct DeliversRegardless: HubRules {
  func publish(_ update: Int, in run: RunID, _ section: inout Section) -> State.Publication {
    section.hub.isDelivering = false
    return section.hub.publish(update, in: run, on: section.thread)
  }
}

/// Says idle as soon as nothing waits, while the last update is on its way.
private struct IdleTooSoon: HubRules {
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    defer { section.hub.isDelivering = !section.hub.backlog.isEmpty }
    return section.hub.take(on: thread, helped: &helped)
  }
}

private struct NewestUpdateFirst: HubRules {
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    section.hub.backlog = FIFO(section.hub.backlog.elements.reversed())
    return section.hub.take(on: thread, helped: &helped)
  }
}

private struct NewestSubscriberFirst: HubRules {
  func audience(of item: Item, _ hub: State) -> [SubscriptionID] { hub.roster.listedIDs.reversed() }
}

private struct OthersAtOnce: HubRules {
  func publish(_ update: Int, in run: RunID, _ section: inout Section) -> State.Publication {
    var publication = section.hub.publish(update, in: run, on: section.thread)
    publication.delivers = true
    return publication
  }

  func audience(of item: Item, _ hub: State) -> [SubscriptionID] {
    item == .update(2) ? Array(hub.roster.listedIDs.dropFirst()) : hub.roster.listedIDs
  }
}

private struct InitialIsDelivery: HubRules {
  func join(isReserved: Bool, _ section: inout Section) -> State.Joining {
    let joining = section.hub.join(.unused, isReserved: isReserved, on: section.thread)
    if joining.first != nil, section.hub.roster.ids.count > 1 { section.hub.isDelivering = true }
    return joining
  }
}

private struct TornIdle: HubRules {
  func rest(_ section: inout Section) -> Bool { false }

  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    let turn = section.hub.take(on: thread, helped: &helped)
    if case .idle = turn.delivery {
      section.hub.isDelivering = true
      section.torn = .becomeIdle
    }
    return turn
  }

  func perform(_ step: TornStep, _ section: inout Section) {
    section.hub.isDelivering = false
  }
}

private struct Waits: HubRules {
  var waitsForDelivery: Bool { true }
}
