/// The delivery of one subscription's updates, and then of its end, on an actor or a scheduler.
///
/// An update is delivered immediately if its thread already runs in that context and no update is pending. Otherwise it waits for
/// the mailbox's job. A mailbox has at most one job in progress, so that updates stay in order.
@_fixed_layout @usableFromInline package final class Mailbox<Update: Sendable>: SubscriptionOwner, @unchecked Sendable {
  // `@unchecked` repeats the conformance of the superclass. All mutable state is behind the lock.
  @usableFromInline typealias Receive = @Sendable (Update) -> Void

  @frozen @usableFromInline struct State: Sendable {
    @usableFromInline var pending = FIFO<Update>()
    /// Whether the end waits behind the pending updates.
    @usableFromInline var hasEnd = false
    /// Whether a job is in progress, or a thread is delivering without one.
    @usableFromInline var isBusy = false
    /// Nil after the end.
    @usableFromInline var receive: Receive?
    @usableFromInline var dropped: Receive?
    @usableFromInline var upstream: Subscription?
    /// The thread inside `attach`, if it is known to run on the actor.
    @usableFromInline var attachingThread: ThreadID?

    @inlinable init(_ receive: @escaping Receive, dropped: Receive?) {
      self.receive = receive
      self.dropped = dropped
    }

    /// Returns the update that is dropped if there is no room. The end is never dropped.
    @inlinable mutating func append(_ event: PublisherEvent<Update>, _ buffering: Buffering) -> Update? {
      switch event {
      case .update(let update): return buffering.append(update, to: &pending)
      case .ended:
        hasEnd = true
        return nil
      }
    }

    @inlinable mutating func popFirst() -> PublisherEvent<Update>? {
      if let update = pending.popFirst() { return .update(update) }
      defer { hasEnd = false }
      return hasEnd ? .ended : nil
    }
  }

  /// After this number of updates, a job lets other code run on the actor.
  @inlinable static var jobLimit: Int { 16 }

  @usableFromInline let context: DeliveryContext
  @usableFromInline let hopsAlways: Bool
  @usableFromInline let buffering: Buffering
  @usableFromInline let state: Locked<State>

  @inlinable init(
    at context: DeliveryContext, hopsAlways: Bool, buffering: Buffering, dropped: Receive?, _ receive: @escaping Receive
  ) {
    self.context = context
    self.hopsAlways = hopsAlways
    self.buffering = buffering
    state = Locked(State(receive, dropped: dropped))
    super.init()
  }

  /// - Parameters:
  ///   - caller: The actor on which the calling code runs. Updates that arrive during this call need no job there.
  ///   - hopsAlways: Whether updates wait for a job even if their thread already runs in the context.
  ///   - dropped: Called with each update that is dropped, on the publishing thread.
  @inlinable package static func subscribe(
    to upstream: some Publisher<Update>, at context: DeliveryContext, calledFrom caller: (any Actor)?,
    hopsAlways: Bool = false, buffering: Buffering = .unbounded, dropped: (@Sendable (Update) -> Void)? = nil,
    ended: EndHandler? = nil, _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    MainActorDeadlockCheck.note(context)
    let mailbox = Mailbox(at: context, hopsAlways: hopsAlways, buffering: buffering, dropped: dropped, receive)
    let subscription = Subscription(owner: mailbox)
    if let ended { subscription.addEndHandler(ended) }
    if let caller, !hopsAlways, context.actor === caller { mailbox.state.withLock { $0.attachingThread = .current } }
    mailbox.keep(upstream.attach({ mailbox.arrive(.update($0)) }, ended: { mailbox.arrive(.ended) }))
    return subscription
  }

  @inlinable func keep(_ token: Subscription) {
    state.withLock { state in
      state.attachingThread = nil
      if isActive { state.upstream = token }
    }
  }

  // MARK: Delivering

  @inlinable func arrive(_ event: PublisherEvent<Update>) {
    let isHere = !hopsAlways && context.isCurrent
    var receive: Receive?
    var displaced: (update: Update, dropped: Receive?)?
    let (isDeliveredHere, startsJob) = state.withLock { state -> (Bool, Bool) in
      guard isActive else { return (false, false) }
      let isFirst = !state.isBusy
      state.isBusy = true
      if isFirst, isHere || state.attachingThread.map({ $0 == .current }) ?? false {
        receive = state.receive
        return (true, false)
      }
      if let update = state.append(event, buffering) { displaced = (update, state.dropped) }
      return (false, isFirst)
    }
    if let (update, dropped) = displaced { dropped?(update) }
    if startsJob { context.enqueue { self.run() } }
    guard isDeliveredHere else { return }
    deliver(event, to: receive)
    run()
  }

  @inlinable func run() {
    for _ in 0..<Self.jobLimit {
      let (event, receive) = state.withLock { state -> (PublisherEvent<Update>?, Receive?) in
        let event = state.popFirst()
        state.isBusy = event != nil
        return (event, state.receive)
      }
      guard let event else { return }
      deliver(event, to: receive)
    }
    let isDone = state.withLock { state in
      state.isBusy = state.hasEnd || !state.pending.isEmpty
      return !state.isBusy
    }
    if !isDone { context.enqueue { self.run() } }
  }

  @inlinable func deliver(_ event: PublisherEvent<Update>, to receive: Receive?) {
    switch event {
    case .update(let update): receive?(update)
    case .ended: end()
    }
  }

  // MARK: Leaving

  package override func invalidate() { _ = leave(as: .invalidated) }

  @usableFromInline func end() {
    for action in leave(as: .ended) { action() }
  }

  override func underLock(_ body: () -> Void) { state.withLock { _ in body() } }
  @usableFromInline override var endContext: DeliveryContext? { context }

  /// Returns the handlers that waited for the end.
  private func leave(as phase: SubscriptionPhase) -> EndHandlers {
    // The closures and tokens are released when no lock is held.
    let (ended, leftovers) = state.withLock { state -> (EndHandlers, State?) in
      guard let ended = close(as: phase) else { return ([], nil) }
      let leftovers = state
      state.pending = FIFO()
      state.hasEnd = false
      state.upstream = nil
      (state.receive, state.dropped) = (nil, nil)
      return (ended, leftovers)
    }
    withExtendedLifetime(leftovers) {}
    return ended
  }
}
