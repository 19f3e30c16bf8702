extension HubState {
  @frozen @usableFromInline
  package struct Turn: Sendable {
    /// Whether nothing was left, and the delivery is over.
    @usableFromInline package let isIdle: Bool
    /// The closures of those who have left during the delivery: its thread was perhaps inside them.
    @usableFromInline package var left: [LeftClosure]

    @inlinable
    init(isIdle: Bool, left: [LeftClosure]) {
      self.isIdle = isIdle
      self.left = left
    }
  }

  /// The delivering thread has reached everyone and asks for more. Idle ends the delivery, in the same step.
  ///
  /// - Parameters:
  ///   - batch: The entries that the thread goes through without the lock, until it is hurried. They are older than all that
  ///     are here. An empty batch is filled with everything, which takes no longer than with one entry.
  ///   - thread: The delivering thread.
  @inlinable
  package mutating func take(into batch: inout SegmentedFIFO<Entry>, on thread: ThreadID) -> Turn {
    drainer = thread
    let left = roster.tidy()
    while batch.isEmpty {
      if backlog.isEmpty { collect() }
      guard backlog.isEmpty else {
        swap(&batch, &backlog)
        break
      }
      if roster.baton.retire() {
        drainer = nil
        return Turn(isIdle: true, left: left)
      }
    }
    roster.baton.calm()
    return Turn(isIdle: false, left: left)
  }

  /// What is next, for a thread that keeps the baton also where nothing is.
  package mutating func takeKeeping() -> Entry? {
    if backlog.isEmpty { collect() }
    return backlog.popFirst()
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
