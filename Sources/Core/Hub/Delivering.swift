extension HubState {
  package enum Delivery: Sendable {
    case deliver(Entry, to: [SubscriptionSeat])
    /// The bound on help is reached: the rest goes on in the concurrency pool.
    case handOver
    case idle
  }

  package struct Turn: Sendable {
    package let delivery: Delivery
    /// Seats whose closures can be let go now.
    package let released: [SubscriptionSeat]
  }

  /// Ends the delivery if there is nothing to take and nothing to let go: ``take(on:helped:)`` without its costs.
  @inlinable
  @inline(__always)
  package mutating func rest() -> Bool {
    guard backlog.isEmpty, released.isEmpty else { return false }
    isDelivering = false
    return true
  }

  /// The delivering thread has reached everyone and asks for more. Idle ends the delivery, in the same step.
  package mutating func take(on thread: @autoclosure () -> ThreadID, helped: inout Int) -> Turn {
    Turn(delivery: nextDelivery(on: thread, helped: &helped), released: takeReleased())
  }

  private mutating func nextDelivery(on thread: () -> ThreadID, helped: inout Int) -> Delivery {
    guard let next = backlog.first else {
      isDelivering = false
      return .idle
    }
    if next.thread != thread() {
      guard helped < helpLimit else { return .handOver }
      helped += 1
    }
    _ = backlog.popFirst()
    return .deliver(next, to: seats)
  }

  private mutating func takeReleased() -> [SubscriptionSeat] {
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
      return .end(depart(seat, seat.close(as: .ended) ?? [], isCalled: true))
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
