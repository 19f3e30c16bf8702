extension HubState {
  @frozen @usableFromInline
  package struct Joining: Sendable {
    @usableFromInline package var id = SubscriptionID.refused
    /// What the subscriber gets first, on its own thread.
    @usableFromInline package var first: Update?
    @usableFromInline package var needsHooks = false

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
    _ closure: consuming ErasedClosure, isReserved: Bool, on thread: @autoclosure () -> ThreadID = .current
  ) -> Joining {
    var joining = Joining()
    if !isReserved { joining.needsHooks = reserve() }
    guard !isFinished || memory.latest != nil else {
      roster.subscriberCount -= 1
      return joining
    }
    if memory.limit > 0 { joining.first = arrive(copy closure, on: thread()) }
    joining.id = joining.first == nil ? roster.append(closure, as: .live) : roster.lastID
    return joining
  }

  package enum Admission: Sendable {
    case joined(Joining)
    case tooEarly(Departure)
  }

  /// Joins what has been reserved, unless the run is being started or stopped.
  package mutating func joinIfUp(
    _ closure: consuming ErasedClosure, on thread: @autoclosure () -> ThreadID = .current
  ) -> Admission {
    guard isFinished || runs.isUp else { return .tooEarly(cancelReservation()) }
    return .joined(join(closure, isReserved: true, on: thread()))
  }

  /// Joins with what is remembered, if anything is. Returns the first of it.
  @usableFromInline
  mutating func arrive(_ closure: consuming ErasedClosure, on thread: ThreadID) -> Update? {
    let kept = memory.all
    guard let first = kept.first else { return nil }
    let id = roster.append(closure, as: .initial)
    var arrival = Arrival(id: id)
    for update in kept.dropFirst() {
      arrival.backlog.append(Entry(item: .update(update), lastID: id, thread: thread))
    }
    if isFinished { arrival.backlog.append(Entry(item: .end, lastID: id, thread: thread)) }
    arrivals.append(arrival)
    return first
  }

  package enum Settlement: Sendable {
    case call(Update)
    case end(Departure)
    case handOver
    /// Nothing is left: from now on the subscriber is served by whoever delivers.
    case live
    /// The subscription is over.
    case dead
  }

  /// The subscribing thread has delivered and asks what has arrived meanwhile.
  package mutating func settle(
    _ id: SubscriptionID, on thread: @autoclosure () -> ThreadID, helped: inout Int
  ) -> Settlement {
    guard roster.phase(of: id) == .initial, let index = arrivals.firstIndex(where: { $0.id == id }) else {
      return .dead
    }
    guard let next = arrivals[index].backlog.first else {
      arrivals.remove(at: index)
      roster.enter(.live, for: id)
      return .live
    }
    guard roster.allowsHelp(for: next.thread, on: thread(), helped: &helped) else { return .handOver }
    _ = arrivals[index].backlog.popFirst()
    switch next.item {
    case .update(let update):
      return .call(update)
    case .end:
      arrivals.remove(at: index)
      return .end(departUncalled(id, roster.close(id, as: .ended) ?? []))
    }
  }
}
