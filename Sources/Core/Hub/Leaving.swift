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

/// What becomes of an end handler. Not part of the generic state: each use would look up its type.
package enum EndHandlerPlacement: Sendable {
  case kept
  case run
  case dropped
}

extension HubState {
  package mutating func invalidate(_ seat: SubscriptionSeat) -> Departure? {
    roster.strikeOutAtOnce(seat) ? Departure(released: seat) : leave(seat, as: .invalidated)
  }

  /// Ends one subscription from inside, as `prefix` does.
  package mutating func end(_ seat: SubscriptionSeat) -> Departure? {
    leave(seat, as: .ended)
  }

  /// Those that have ended are left alone: a late handler of theirs still runs.
  package mutating func invalidateAll() -> [Departure] {
    (roster.seats + newcomers).compactMap { $0.phase.isActive ? invalidate($0) : nil }
  }

  private mutating func leave(_ seat: SubscriptionSeat, as phase: SubscriptionPhase) -> Departure? {
    let isArriving = seat.phase == .initial
    guard let endHandlers = seat.close(as: phase) else { return nil }
    collect()
    var departure = Departure(endHandlers: endHandlers)
    let isIdle = roster.baton.takeOrCall()
    if isArriving {
      departure.leftovers.append(endArrival(of: seat))
      // Its subscribing thread finds it dead and lets go of the closure.
    } else if isIdle {
      departure.released = seat
    } else {
      released.append(seat)
    }
    strikeOut(isIdle: isIdle)
    countOut(&departure)
    return departure
  }

  /// For the delivering thread, which has told a seat of the end and comes by for the closure later.
  mutating func departCalled(_ seat: SubscriptionSeat, _ endHandlers: [EndHandler]) -> Departure {
    var departure = Departure(endHandlers: endHandlers)
    released.append(seat)
    roster.deadCount += 1
    countOut(&departure)
    return departure
  }

  /// For the subscribing thread, which has told its seat of the end: nobody else has called it yet.
  mutating func departUncalled(_ seat: SubscriptionSeat, _ endHandlers: [EndHandler]) -> Departure {
    var departure = Departure(released: seat, endHandlers: endHandlers)
    strikeOut(isIdle: roster.baton.takeOrCall())
    countOut(&departure)
    return departure
  }

  /// Counts a dead seat; during a delivery, which is called, its thread tidies up.
  private mutating func strikeOut(isIdle: Bool) {
    roster.deadCount += 1
    guard isIdle else { return }
    tidy()
    roster.baton.putDown()
  }

  /// Takes back what was reserved for a subscriber that has not joined.
  mutating func cancelReservation() -> Departure {
    collect()
    var departure = Departure()
    countOut(&departure)
    return departure
  }

  private mutating func countOut(_ departure: inout Departure) {
    roster.subscriberCount -= 1
    if roster.subscriberCount == 0, !isFinished, runs.unwant() {
      roster.open(to: .none)
      departure.needsHooks = true
      departure.leftovers.append(forget())
    }
  }

  // Apart from `countOut` and `leave`, which then need no type that depends on the update.

  private mutating func endArrival(of seat: SubscriptionSeat) -> any Sendable {
    guard let index = arrivals.firstIndex(where: { $0.seat === seat }) else { return () }
    return arrivals.remove(at: index).backlog
  }

  private mutating func forget() -> any Sendable {
    version &+= 1
    return memory.reset()
  }

  /// Takes in who has joined during a delivery, and removes the dead. With the baton in hand.
  @inlinable
  mutating func tidy() {
    if !newcomers.isEmpty || roster.deadCount > 0 { changeRoster() }
  }

  @usableFromInline
  mutating func changeRoster() {
    for seat in newcomers { roster.append(seat) }
    newcomers = []
    if roster.deadCount > 0 { roster.removeDead() }
  }

  package mutating func addEndHandler(_ handler: EndHandler, to seat: SubscriptionSeat) -> EndHandlerPlacement {
    switch seat.phase {
    case .initial, .live:
      _ = seat.keep(handler)
      return .kept
    case .ended:
      return .run
    case .invalidated:
      return .dropped
    }
  }
}
