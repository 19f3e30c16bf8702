extension HubState {
  @usableFromInline
  package struct Joining: Sendable {
    /// What the subscriber gets first, on its own thread.
    @usableFromInline package var first: Update?
    @usableFromInline package var needsHooks = false
    /// The end was there before it: it gets nothing, and its closure can be let go.
    @usableFromInline package var isRefused = false

    @inlinable
    init() {}
  }

  /// Counts a subscriber that joins, now or as soon as the run is up: what was posted before is not for it. Returns whether
  /// the hooks must be looked after.
  @inlinable
  package mutating func reserve() -> Bool {
    collect()
    roster.subscriberCount += 1
    return roster.subscriberCount == 1 && !isFinished && want()
  }

  @usableFromInline
  mutating func want() -> Bool {
    defer { roster.open(to: runs.wanted) }
    return runs.want()
  }

  @inlinable
  package mutating func join(
    _ seat: SubscriptionSeat, isReserved: Bool, on thread: @autoclosure () -> ThreadID = .current
  ) -> Joining {
    var joining = Joining()
    if !isReserved { joining.needsHooks = reserve() }
    guard !isFinished || memory.latest != nil else {
      roster.subscriberCount -= 1
      seat.phase = .ended
      joining.isRefused = true
      return joining
    }
    if memory.limit > 0 { joining.first = arrive(seat, on: thread()) }
    if joining.first == nil { append(seat) }
    return joining
  }

  package enum Admission: Sendable {
    case joined(Joining)
    case tooEarly(Departure)
  }

  /// Joins what has been reserved, unless the run is being started or stopped.
  package mutating func joinIfUp(
    _ seat: SubscriptionSeat, on thread: @autoclosure () -> ThreadID = .current
  ) -> Admission {
    guard isFinished || runs.isUp else { return .tooEarly(cancelReservation()) }
    return .joined(join(seat, isReserved: true, on: thread()))
  }

  @usableFromInline
  mutating func append(_ seat: SubscriptionSeat) {
    lastID += 1
    seat.id = lastID
    if roster.baton.takeOrCall() {
      roster.append(seat)
      roster.baton.putDown()
    } else {
      newcomers.append(seat)
    }
  }

  /// Joins with what is remembered, if anything is. Returns the first of it.
  @usableFromInline
  mutating func arrive(_ seat: SubscriptionSeat, on thread: ThreadID) -> Update? {
    let kept = memory.all
    guard let first = kept.first else { return nil }
    append(seat)
    seat.phase = .initial
    var arrival = Arrival(seat: seat)
    for update in kept.dropFirst() {
      arrival.backlog.append(Entry(item: .update(update), lastID: lastID, thread: thread))
    }
    if isFinished { arrival.backlog.append(Entry(item: .end, lastID: lastID, thread: thread)) }
    arrivals.append(arrival)
    return first
  }

  package enum Settlement: Sendable {
    case call(Update)
    case end(Departure)
    case handOver
    /// Nothing is left: from now on the seat is served by whoever delivers.
    case live
    /// The seat has died meanwhile, and its closure can be let go.
    case dead
  }

  /// The subscribing thread has delivered and asks what has arrived meanwhile.
  package mutating func settle(
    _ seat: Seat, on thread: @autoclosure () -> ThreadID, helped: inout Int
  ) -> Settlement {
    guard seat.phase == .initial, let index = arrivals.firstIndex(where: { $0.seat === seat }) else { return .dead }
    guard let next = arrivals[index].backlog.first else {
      arrivals.remove(at: index)
      seat.phase = .live
      return .live
    }
    guard help(with: next, on: thread(), helped: &helped) else { return .handOver }
    _ = arrivals[index].backlog.popFirst()
    switch next.item {
    case .update(let update):
      return .call(update)
    case .end:
      arrivals.remove(at: index)
      return .end(departUncalled(seat, seat.close(as: .ended) ?? []))
    }
  }
}
