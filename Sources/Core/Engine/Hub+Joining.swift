public import Synchronization

extension Hub {
  /// Subscribes.
  ///
  /// - Parameter slot: Filled with the subscription before the hub starts and before the initial delivery.
  @inlinable
  package func join(
    into slot: SubscriptionSlot? = nil, _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    let isCounted = lifecycle?.joinsAfterStart == true
    if isCounted, withLock({ countIn() }) { runHooks() }
    let receive = counted(receive)
    let receiver = Receiver(of: self, receive)
    return enter(receiver, withLock { add(receiver, isCounted: isCounted) }, into: slot, receive)
  }

  /// Subscribes to a hub whose subscribers join after the start, unless another call is starting or stopping the run.
  package func joinIfUp(
    into slot: SubscriptionSlot?, _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription? {
    if withLock({ countIn() }) { runHooks() }
    let receive = counted(receive)
    let receiver = Receiver(of: self, receive)
    var departure = Departure()
    let joining: Joining? = withLock {
      if isFinished || lifecycle?.runs.isUp != false { return add(receiver, isCounted: true) }
      activeCount -= 1
      countOut(&departure)
      return nil
    }
    if departure.needsHooks { runHooks() }
    guard let joining else { return nil }
    return enter(receiver, joining, into: slot, receive)
  }

  @frozen @usableFromInline
  struct Joining: Sendable {
    @usableFromInline var needsHooks = false
    /// The updates that the hub keeps, oldest first.
    @usableFromInline var earlier: [Update] = []
    @usableFromInline var latest: Update?

    @inlinable init() {}
  }

  /// Adds a subscriber. Under the lock.
  @inlinable
  func add(_ receiver: Receiver<Update>, isCounted: Bool) -> Joining {
    var joining = Joining()
    if !isCounted { joining.needsHooks = countIn() }
    joining.latest = state.latest
    if joining.latest != nil { receiver.phaseWord.store(.initial, ordering: .relaxed) }
    if state.limit > 1 { joining.earlier = state.earlier.elements }
    if isFinished {
      addAfterEnd(receiver)
    } else if !addIfIdle(receiver) {
      state.queue.append(Entry(.join, from: .current))
    }
    return joining
  }

  /// A hub that has ended delivers the updates that it keeps, and then the end.
  @usableFromInline
  func addAfterEnd(_ receiver: Receiver<Update>) {
    if receiver.phaseWord.load(ordering: .relaxed) == .initial {
      receiver.keep(Entry(.end, from: .current))
    } else {
      _ = close(receiver, as: .ended)
    }
  }

  @inlinable
  func enter(
    _ receiver: Receiver<Update>, _ joining: Joining, into slot: SubscriptionSlot?,
    _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    let subscription = Subscription(owner: receiver)
    slot?.fill(with: subscription)
    if joining.needsHooks { runHooks() }
    if let latest = joining.latest {
      for update in joining.earlier where receiver.isActive { receive(update) }
      if receiver.isActive { receive(latest) }
      settle(receiver, as: .current, receive)
    } else if !receiver.isActive {
      clearIfEnded(receiver)
    }
    return subscription
  }

  /// Releases the closure of a subscriber that came after the end, which no other thread knows.
  @usableFromInline
  func clearIfEnded(_ receiver: Receiver<Update>) {
    if receiver.phaseWord.load(ordering: .relaxed) == .ended, withLock({ isFinished }) { receiver.clear() }
  }

  /// Completes the initial delivery: delivers the updates accepted since, until there are none left.
  @usableFromInline
  func settle(
    _ receiver: Receiver<Update>, as thread: ThreadID, _ receive: @escaping @Sendable (Update) -> Void
  ) {
    var helped = 0
    while true {
      let backlog: Backlog<Update>? = withLock {
        guard receiver.phaseWord.load(ordering: .relaxed) == .initial else { return nil }
        if receiver.backlog == nil { receiver.phaseWord.store(.live, ordering: .releasing) }
        return receiver.backlog.take()
      }
      guard let batch = backlog?.entries else { return }
      for (index, entry) in batch.enumerated() {
        if entry.thread != thread {
          guard helped < Self.helpLimit(of: thread) else {
            return settleLater(receiver, batch[index...], receive)
          }
          helped += 1
        }
        settle(receiver, entry, receive)
      }
    }
  }

  private func settle(_ receiver: Receiver<Update>, _ entry: Entry, _ receive: @Sendable (Update) -> Void) {
    switch entry.event {
    case .update(let update): if receiver.isActive { receive(update) }
    case .end: receiver.end()
    case .join, .handled: break
    }
  }

  /// Continues in the concurrency pool.
  private func settleLater(
    _ receiver: Receiver<Update>, _ rest: ArraySlice<Entry>, _ receive: @escaping @Sendable (Update) -> Void
  ) {
    Task.detached { [self] in
      for entry in rest { settle(receiver, entry, receive) }
      settle(receiver, as: .pool, receive)
    }
  }

  /// Invalidates every subscription.
  package func invalidateAll() {
    var departure = Departure()
    let holdsTurn = withLock {
      let all = joining.filter { close($0, as: .invalidated) }
      leaving += all
      subscribers.forEach(Update.self) { receiver in
        if close(receiver, as: .invalidated) { leaving.append(copy receiver) }
      }
      countOut(&departure)
      return turn.takeOrCall(hurried: true)
    }
    if holdsTurn { drain() }
    if departure.needsHooks { runHooks() }
  }
}
