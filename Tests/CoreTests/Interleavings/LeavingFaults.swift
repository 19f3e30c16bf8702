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

  static let releases = [
    PlantedFault(.p2, "a closure is never let go", NeverReleased(), in: Scenario([.invalidate(0)])),
    PlantedFault(.p2, "a closure is not let go at the end", KeptAtEnd(), in: Scenario([.finish])),
    PlantedFault(
      .p2, "a closure is let go in the middle of a call", ReleasedInFlight(),
      in: Scenario([.publish(1)], [.invalidate(0)])),
    PlantedFault(
      .p2, "a closure is let go twice, by the thread that joined", ReleasedByPhase(),
      in: Scenario([.subscribe(0)], [.finish], setup: [])),
    PlantedFault(.p2, "the record of a dead subscriber stays listed", StaysListed(), in: Scenario([.invalidate(0)])),
  ]
}

private struct NoLook: HubRules {
  func looksLive(_ seat: SubscriptionSeat) -> Bool { true }
}

private struct LooksOnce: HubRules {
  func audience(_ seats: [SubscriptionSeat], of item: Item) -> [SubscriptionSeat] {
    seats.filter { $0.phase == .live }
  }
  func looksLive(_ seat: SubscriptionSeat) -> Bool { true }
}

private struct BacklogSurvives: HubRules {
  func invalidateAll(_ section: inout Section) -> [Departure] {
    let arrivals = section.hub.arrivals
    defer { section.hub.arrivals = arrivals }
    return section.hub.invalidateAll()
  }

  func settle(
    _ seat: Seat, on thread: ThreadID, helped: inout Int, _ section: inout Section
  ) -> State.Settlement {
    let index = section.hub.arrivals.firstIndex { $0.seat === seat }
    guard seat.phase == .invalidated, let index, let next = section.hub.arrivals[index].backlog.popFirst(),
      case .update(let update) = next.item
    else {
      if seat.phase == .invalidated { section.hub.arrivals = [] }
      return section.hub.settle(seat, on: thread, helped: &helped)
    }
    return .call(update)
  }
}

private struct NeverReleased: HubRules {
  func invalidate(_ seat: Seat, _ section: inout Section) -> Departure? {
    var departure = section.hub.invalidate(seat)
    departure?.released = nil
    return departure
  }
}

private struct KeptAtEnd: HubRules {
  func claim(_ seat: Seat, for entry: State.Entry, _ section: inout Section) -> State.Claim {
    defer { section.hub.released = [] }
    return section.hub.claim(seat, for: entry)
  }
}

private struct ReleasedInFlight: HubRules {
  func invalidate(_ seat: Seat, _ section: inout Section) -> Departure? {
    var departure = section.hub.invalidate(seat)
    departure?.released = seat
    section.hub.released = []
    return departure
  }
}

private struct ReleasedByPhase: HubRules {
  var releasesByPhase: Bool { true }
}

private struct StaysListed: HubRules {
  func invalidate(_ seat: Seat, _ section: inout Section) -> Departure? {
    let listed = section.hub.roster.seats
    defer { section.hub.roster = section.hub.roster.copy(with: listed) }
    return section.hub.invalidate(seat)
  }
}
