public import Synchronization

extension Hub {
  /// Subscribes.
  ///
  /// - Parameters:
  ///   - receive: Called with each update.
  ///   - ended: Called after the last update.
  @inlinable
  package func join(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    if lifecycle?.joinsAfterStart == true, let token = joinAfterStart(receive, ended: ended) { return token }
    let receive = counted(receive)
    let receiver = Receiver(of: self, receive, ended: ended)
    let joining = withLock { add(receiver, isCounted: false) }
    if joining.callsOut {
      Nesting.announce(receiver) { enter(receiver, joining, receive) }
    } else if joining.isFarBehind {
      yieldProcessor()
    }
    return Subscription(owner: receiver)
  }

  /// Subscribes after the start, so that the value that it sets is the first update.
  ///
  /// - Parameter requiresRun: Whether to return nil if another call is starting or stopping the run.
  @usableFromInline
  @_semantics("optimize.sil.specialize.generic.never")
  package func joinAfterStart(
    requiresRun: Bool = false, _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)? = nil
  ) -> Subscription? {
    let receive = counted(receive)
    let receiver = Receiver(of: self, receive, ended: ended)
    let isFirst = withLock { countIn() }
    var joining: Joining?
    Nesting.announce(receiver) {
      if isFirst { runHooksNow() }
      joining = withLock {
        let isUp = isFinished || lifecycle?.runs.isUp != false
        return isUp || !requiresRun || !receiver.isActive ? add(receiver, isCounted: true) : nil
      }
      if let joining { enter(receiver, joining, receive) } else { receiver.invalidate() }
    }
    return joining.map { _ in Subscription(owner: receiver) }
  }

  @frozen @usableFromInline
  struct Joining: Sendable {
    @usableFromInline var needsHooks = false
    @usableFromInline var isFarBehind = false
    /// Whether the hub had ended before, so that no other thread knows the subscriber.
    @usableFromInline var isLate = false
    /// The updates that the hub keeps, oldest first.
    @usableFromInline var earlier: [Update] = []
    @usableFromInline var latest: Update?

    @inlinable init() {}

    /// Whether code outside of the hub is called before `join` returns.
    @inlinable var callsOut: Bool { needsHooks || latest != nil || isLate }
  }

  /// Adds a subscriber. Under the lock.
  @inlinable
  func add(_ receiver: Receiver<Update>, isCounted: Bool) -> Joining {
    var joining = Joining()
    guard receiver.isActive else { return joining }
    if !isCounted { joining.needsHooks = countIn() }
    joining.latest = state.latest
    if joining.latest != nil { receiver.phaseWord.store(.initial, ordering: .relaxed) }
    if state.limit > 1 { joining.earlier = state.replayed() }
    if isFinished {
      joining.isLate = true
      addAfterEnd(receiver)
    } else if !addIfIdle(receiver) {
      state.queue.append(Entry(.join, from: .current))
      joining.isFarBehind = state.queue.count >= Self.longQueue
    }
    return joining
  }

  /// A hub that has ended delivers the updates that it keeps, and then the end.
  @usableFromInline
  @_semantics("optimize.sil.specialize.generic.never")
  func addAfterEnd(_ receiver: Receiver<Update>) {
    if receiver.phaseWord.load(ordering: .relaxed) == .initial {
      receiver.keep(Entry(.end, from: .current))
    } else {
      _ = close(receiver, as: .ended)
    }
  }

  @inlinable
  func enter(
    _ receiver: Receiver<Update>, _ joining: Joining, _ receive: @escaping @Sendable (Update) -> Void
  ) {
    if joining.needsHooks { runHooks() }
    if joining.isFarBehind { yieldProcessor() }
    if let latest = joining.latest {
      for update in joining.earlier where receiver.isActive { receive(update) }
      if receiver.isActive { receive(latest) }
      settle(receiver, as: .current, receive)
    } else if joining.isLate {
      endLate(receiver)
    }
  }

  /// Delivers the end to a subscriber that came after it.
  @usableFromInline
  @_semantics("optimize.sil.specialize.generic.never")
  func endLate(_ receiver: Receiver<Update>) {
    let ended = receiver.takeEndHandlers()
    receiver.clear()
    for action in ended { action() }
  }

  /// Completes the initial delivery: delivers the updates accepted since, until there are none left.
  @usableFromInline
  @_semantics("optimize.sil.specialize.generic.never")
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

  @_semantics("optimize.sil.specialize.generic.never")
  private func settle(_ receiver: Receiver<Update>, _ entry: Entry, _ receive: @Sendable (Update) -> Void) {
    switch entry.event {
    case .update(let update): if receiver.isActive { receive(update) }
    case .end: receiver.end()
    case .join, .handled: break
    }
  }

  /// Continues in the concurrency pool.
  @_semantics("optimize.sil.specialize.generic.never")
  private func settleLater(
    _ receiver: Receiver<Update>, _ rest: ArraySlice<Entry>, _ receive: @escaping @Sendable (Update) -> Void
  ) {
    Task.detached { [self] in
      for entry in rest { settle(receiver, entry, receive) }
      settle(receiver, as: .pool, receive)
    }
  }

  /// Invalidates every subscription of a run.
  package func invalidateAll(in run: RunID = .standing) { closeAll(as: .invalidated, if: { isCurrent(run) }) }

  /// Ends or invalidates every subscription, if a condition holds under the lock. Returns whether it did.
  @discardableResult
  func closeAll(as phase: SubscriptionPhase, if condition: () -> Bool = { true }) -> Bool {
    var departure = Departure()
    var ended: EndHandlers = []
    let holdsTurn: Bool? = withLock {
      guard condition() else { return nil }
      func close(_ subscriber: Subscriber) {
        guard self.close(subscriber, as: phase) else { return }
        makeRareParts().leaving.append(subscriber)
        // Other handlers are released with the closure, without the lock.
        if phase == .ended { ended += subscriber.takeEndHandlers() }
      }
      for subscriber in rareParts?.joining.elements ?? [] { close(subscriber) }
      subscribers.forEach(Update.self) { close(copy $0) }
      countOut(&departure)
      return turn.takeOrCall(hurried: true)
    }
    guard let holdsTurn else { return false }
    if holdsTurn { drain() }
    if departure.needsHooks { runHooks() }
    if !ended.isEmpty {
      Nesting.perform { [ended] in
        for action in ended { action() }
      }
    }
    return true
  }
}
