/// What is left to do, outside the lock, for a seat that has just died.
package struct Departure: Sendable {
  /// Its closure can be let go at once; else whoever delivers to it does so when it next settles.
  package var released: SubscriptionSeat?
  /// To be run after an end, to be dropped after an invalidation.
  package var endHandlers: [EndHandler] = []
  package var needsHooks = false
  /// Nothing but the last reference to it matters.
  package var leftovers: [any Sendable] = []
}

extension HubState {
  package mutating func invalidate(_ seat: SubscriptionSeat) -> Departure? {
    leave(seat, as: .invalidated)
  }

  /// Ends one subscription from inside, as `prefix` does.
  package mutating func end(_ seat: SubscriptionSeat) -> Departure? {
    leave(seat, as: .ended)
  }

  package mutating func invalidateAll() -> [Departure] {
    seats.compactMap { invalidate($0) }
  }

  private mutating func leave(_ seat: SubscriptionSeat, as phase: SubscriptionPhase) -> Departure? {
    let isArriving = seat.phase == .initial
    guard let endHandlers = seat.close(as: phase) else { return nil }
    return depart(seat, endHandlers, isCalled: isDelivering, isArriving: isArriving)
  }

  mutating func depart(
    _ seat: SubscriptionSeat, _ endHandlers: [EndHandler], isCalled: Bool, isArriving: Bool = false
  ) -> Departure {
    var departure = Departure()
    departure.endHandlers = endHandlers
    if isArriving {
      departure.leftovers.append(endArrival(of: seat))
      // Its subscribing thread finds it dead and lets go of the closure.
    } else if isCalled {
      released.append(seat)
    } else {
      departure.released = seat
    }
    tidy()
    countOut(&departure)
    return departure
  }

  /// Takes back what was reserved for a subscriber that has not joined.
  mutating func cancelReservation() -> Departure {
    var departure = Departure()
    countOut(&departure)
    return departure
  }

  private mutating func countOut(_ departure: inout Departure) {
    subscriberCount -= 1
    if subscriberCount == 0, !isFinished, runs.unwant() {
      departure.needsHooks = true
      departure.leftovers.append(forget())
    }
  }

  // Apart from `countOut` and `depart`, which then need no type that depends on the update.

  private mutating func endArrival(of seat: SubscriptionSeat) -> any Sendable {
    guard let index = arrivals.firstIndex(where: { $0.seat === seat }) else { return () }
    return arrivals.remove(at: index).backlog
  }

  private mutating func forget() -> any Sendable {
    version &+= 1
    return memory.reset()
  }

  private mutating func tidy() {
    deadSeats += 1
    if let last = seats.last, !last.phase.isActive {
      while let last = seats.last, !last.phase.isActive {
        seats.removeLast()
        deadSeats -= 1
      }
    } else if deadSeats * 2 > seats.count {
      seats.removeAll { !$0.phase.isActive }
      deadSeats = 0
    }
  }

  package enum HandlerPlacement: Sendable {
    case kept
    case run
    case dropped
  }

  package mutating func addEndHandler(_ handler: EndHandler, to seat: SubscriptionSeat) -> HandlerPlacement {
    switch seat.phase {
    case .initial, .live:
      seat.endHandlers.append(handler)
      return .kept
    case .ended:
      return .run
    case .invalidated:
      return .dropped
    }
  }
}
