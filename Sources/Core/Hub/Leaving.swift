/// What is left to do, outside the lock, for a subscription that is over.
package struct Departure: Sendable {
  /// Its closure; else whoever delivers to it lets it go when it next settles.
  package var left: LeftClosure?
  /// To be run after an end, to be dropped after an invalidation.
  package var endHandlers: [EndHandler] = []
  package var needsHooks = false
  /// Nothing but the last reference to it matters.
  package var leftovers: [any Sendable] = []
}

extension HubState {
  package mutating func invalidate(_ id: SubscriptionID) -> Departure? {
    roster.strikeOutAtOnce(id).map { Departure(left: $0) } ?? leave(id, as: .invalidated)
  }

  /// Invalidates a subscription that its token still takes for active.
  package mutating func giveUp(_ id: SubscriptionID) -> Departure? {
    guard let departure = invalidate(id) else { return nil }
    roster.noteGivenUp(id)
    return departure
  }

  /// Ends one subscription from inside, as `prefix` does.
  package mutating func end(_ id: SubscriptionID) -> Departure? {
    leave(id, as: .ended)
  }

  /// Those that have ended are left alone: a late handler of theirs still runs.
  package mutating func invalidateAll() -> [Departure] {
    roster.activeIDs.compactMap { giveUp($0) }
  }

  private mutating func leave(_ id: SubscriptionID, as phase: SubscriptionPhase) -> Departure? {
    let isArriving = roster.phase(of: id) == .initial
    guard let endHandlers = roster.close(id, as: phase) else { return nil }
    var departure = Departure(endHandlers: endHandlers)
    if isArriving { departure.leftovers.append(endArrival(of: id)) }
    departure.left = roster.strikeOut(id, isUncalled: isArriving)
    countOut(&departure)
    return departure
  }

  /// For the delivering thread, which has told a subscriber of the end and comes by for its closure later.
  mutating func departCalled(_ id: SubscriptionID, _ endHandlers: [EndHandler]) -> Departure {
    var departure = Departure(endHandlers: endHandlers)
    roster.settle(id)
    countOut(&departure)
    return departure
  }

  /// For the subscribing thread, which has told its subscriber of the end: nobody else has called it yet.
  mutating func departUncalled(_ id: SubscriptionID, _ endHandlers: [EndHandler]) -> Departure {
    var departure = Departure(left: roster.strikeOut(id, isUncalled: true), endHandlers: endHandlers)
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
    roster.subscriberCount -= 1
    if roster.subscriberCount == 0, !isFinished, runs.unwant() {
      departure.needsHooks = true
      departure.leftovers.append(forget())
    }
  }

  // Apart from `countOut` and `leave`, which then need no type that depends on the update.

  private mutating func endArrival(of id: SubscriptionID) -> any Sendable {
    guard let index = arrivals.firstIndex(where: { $0.id == id }) else { return () }
    return arrivals.remove(at: index).backlog
  }

  private mutating func forget() -> any Sendable {
    version &+= 1
    return memory.reset()
  }
}
