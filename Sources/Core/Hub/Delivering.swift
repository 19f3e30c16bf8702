extension HubState {
  @usableFromInline
  package enum Delivery: Sendable {
    case deliver(Entry)
    /// The bound on help is reached: the rest goes on in the concurrency pool.
    case handOver
    case idle
  }

  @usableFromInline
  package struct Turn: Sendable {
    @usableFromInline package let delivery: Delivery
    /// Seats whose closures can be let go now.
    @usableFromInline package let released: [SubscriptionSeat]

    @inlinable
    init(delivery: Delivery, released: [SubscriptionSeat]) {
      self.delivery = delivery
      self.released = released
    }
  }

  /// The delivering thread has reached everyone and asks for more. Idle ends the delivery, in the same step.
  @inlinable
  package mutating func take(on thread: @autoclosure () -> ThreadID, helped: inout Int) -> Turn {
    collect()
    tidy()
    return Turn(delivery: nextDelivery(on: thread, helped: &helped), released: takeReleased())
  }

  @inlinable
  mutating func nextDelivery(on thread: () -> ThreadID, helped: inout Int) -> Delivery {
    guard let next = backlog.first else {
      if roster.baton.retire() { return .idle }
      collect()
      return nextDelivery(on: thread, helped: &helped)
    }
    guard help(with: next, on: thread(), helped: &helped) else { return .handOver }
    _ = backlog.popFirst()
    return .deliver(next)
  }

  /// What is next, for a thread that keeps the baton also where nothing is.
  package mutating func takeKeeping() -> Entry? {
    collect()
    return backlog.popFirst()
  }

  /// Whether the thread may deliver what another may have published. A job in the pool has a bound as well, so that the
  /// pool's thread goes round; but a hand-over costs as much as many updates.
  @inlinable
  func help(with entry: Entry, on thread: ThreadID, helped: inout Int) -> Bool {
    guard entry.thread != thread else { return true }
    guard helped < (thread == .pool ? 64 * helpLimit : helpLimit) else { return false }
    helped += 1
    return true
  }

  @inlinable
  mutating func takeReleased() -> [SubscriptionSeat] {
    guard !released.isEmpty else { return [] }
    defer { released = [] }
    return released
  }

  package enum Claim: Sendable {
    case call
    case end(Departure)
    case skip
  }

  /// The delivering thread's last look at a seat before it calls it.
  package mutating func claim(_ seat: SubscriptionSeat, for entry: Entry) -> Claim {
    switch (seat.phase, entry.item) {
    case (.live, .update):
      return .call
    case (.live, .end):
      return .end(departCalled(seat, seat.close(as: .ended) ?? []))
    case (.initial, _):
      for index in arrivals.indices where arrivals[index].seat === seat {
        arrivals[index].backlog.append(entry)
      }
      return .skip
    case (.ended, _), (.invalidated, _):
      return .skip
    }
  }
}
