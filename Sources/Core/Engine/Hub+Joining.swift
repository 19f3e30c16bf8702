public import Synchronization

extension Hub {
  @inlinable package func join(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    if lifecycle?.joinsAfterStart == true, let token = joinAfterStart(receive, ended: ended) { return token }
    let receive = counted(receive)
    let receiver = Receiver(of: self, receive, ended: ended)
    let joining = withLock { add(receiver, isCounted: false) }
    if joining.callsOut {
      Nesting.announce(receiver) { enter(receiver, joining, receive) }
    } else if joining.isFarBehind {
      // Not by `enter`, which took a tenth of the time of a switch.
      yieldProcessor()
    }
    return Subscription(owner: receiver)
  }

  /// Subscribes after the start, so that the value that it sets is the first update.
  ///
  /// - Parameter requiresRun: Whether to return nil if another call is starting or stopping the run.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never") package func joinAfterStart(
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

  @frozen @usableFromInline struct Joining: Sendable {
    @usableFromInline var needsHooks = false
    @usableFromInline var isFarBehind = false
    /// The end handlers, if the hub had ended before and keeps no update.
    @usableFromInline var ended: EndHandlers?
    @usableFromInline var earlier: [Update] = []
    @usableFromInline var latest: Update?

    @inlinable init() {}

    /// Whether code outside of the hub is called before `join` returns.
    @inlinable var callsOut: Bool { needsHooks || latest != nil || ended != nil }
  }

  /// Under the lock.
  @inlinable func add(_ receiver: Receiver<Update>, isCounted: Bool) -> Joining {
    var joining = Joining()
    guard receiver.isActive else { return joining }
    if !isCounted { joining.needsHooks = countIn() }
    joining.latest = state.latest
    if joining.latest != nil { receiver.phaseWord.store(.initial, ordering: .relaxed) }
    if state.limit > 1 { joining.earlier = state.replayed() }
    if isFinished {
      joining.ended = acceptEnd(for: receiver)
    } else if !addIfIdle(receiver) {
      state.queue.append(Entry(.join, from: .current))
      joining.isFarBehind = state.queue.count >= Self.longQueue
    }
    return joining
  }

  /// Returns nil if the end follows the initial delivery, or if another thread has closed the subscription. Under the lock.
  @usableFromInline
  @_semantics("optimize.sil.specialize.generic.never") func acceptEnd(for receiver: Receiver<Update>) -> EndHandlers? {
    guard receiver.phaseWord.load(ordering: .relaxed) == .initial else { return close(receiver, as: .ended) }
    receiver.keep(Entry(.end, from: .current))
    return nil
  }

  @inlinable func enter(
    _ receiver: Receiver<Update>, _ joining: Joining, _ receive: @escaping @Sendable (Update) -> Void
  ) {
    if joining.needsHooks { runHooks() }
    if joining.isFarBehind { yieldProcessor() }
    if let latest = joining.latest {
      for update in joining.earlier where receiver.isActive { receive(update) }
      if receiver.isActive { receive(latest) }
      settle(receiver, as: .current, receive)
    } else if let ended = joining.ended {
      deliverEnd(to: receiver, ended)
    }
  }

  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  func deliverEnd(to receiver: Receiver<Update>, _ ended: EndHandlers) {
    receiver.clear()
    for action in ended { action() }
  }

  /// Completes the initial delivery: delivers the updates accepted since.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never") func settle(
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
          guard helped < Self.helpLimit(of: thread) else { return settleLater(receiver, batch[index...], receive) }
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

  @_semantics("optimize.sil.specialize.generic.never") private func settleLater(
    _ receiver: Receiver<Update>, _ rest: ArraySlice<Entry>, _ receive: @escaping @Sendable (Update) -> Void
  ) {
    Task.detached { [self] in
      for entry in rest { settle(receiver, entry, receive) }
      settle(receiver, as: .pool, receive)
    }
  }

  /// Ends or invalidates every subscription of a run, or of any run.
  func closeAll(as phase: SubscriptionPhase, in run: RunID?) {
    var departure = Departure()
    let holdsTurn = withLock {
      guard run.map(isCurrent) ?? true else { return false }
      func close(_ subscriber: Subscriber) {
        guard let ended = self.close(subscriber, as: phase) else { return }
        makeRareParts().leaving.append(subscriber)
        departure.ended += ended
      }
      for subscriber in rareParts?.joining.elements ?? [] { close(subscriber) }
      subscribers.forEach(Update.self) { close(copy $0) }
      countOut(&departure)
      return turn.takeOrCall(hurried: true)
    }
    if holdsTurn { drain() }
    finish(departure, as: phase)
  }
}
