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
    /// The closures of those who have left during the delivery: its thread was perhaps inside them.
    @usableFromInline package var left: [LeftClosure]

    @inlinable
    init(delivery: Delivery, left: [LeftClosure]) {
      self.delivery = delivery
      self.left = left
    }
  }

  /// The delivering thread has reached everyone and asks for more. Idle ends the delivery, in the same step.
  @inlinable
  package mutating func take(on thread: @autoclosure () -> ThreadID, helped: inout Int) -> Turn {
    collect()
    let left = roster.tidy()
    return Turn(delivery: nextDelivery(on: thread, helped: &helped), left: left)
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

  package enum Claim: Sendable {
    case call
    case end(Departure)
    case skip
  }

  /// The delivering thread's last look at a subscriber before it calls it.
  package mutating func claim(_ id: SubscriptionID, for entry: Entry) -> Claim {
    switch (roster.phase(of: id), entry.item) {
    case (.live, .update):
      return .call
    case (.live, .end):
      return .end(departCalled(id, roster.close(id, as: .ended) ?? []))
    case (.initial, _):
      for index in arrivals.indices where arrivals[index].id == id {
        arrivals[index].backlog.append(entry)
      }
      return .skip
    case (.ended, _), (.invalidated, _):
      return .skip
    }
  }
}
