/// Delivers one subscription's updates, and then its end, on an actor or a scheduler: at once when that is current and
/// nothing is under way, else by one hop, in order.
///
/// One job at a time is in flight for a subscription. A busy actor never holds up a publisher; what it has not yet
/// received waits here.
@_fixed_layout @usableFromInline
package final class Inbox<Update: Sendable>: SubscriptionOwner, @unchecked Sendable {
  // `@unchecked` repeats what the superclass says; all that changes stands behind the lock.
  @usableFromInline typealias Receive = @Sendable (Update) -> Void

  @frozen @usableFromInline
  struct State: Sendable {
    @usableFromInline var queue = InboxState<Update>()
    @usableFromInline var life = SubscriptionLife()
    /// Nil once the subscription is over. Whoever calls it holds it meanwhile.
    @usableFromInline var receive: Receive?
    @usableFromInline var upstream: Subscription?
    /// The thread inside `attach`, when it is known to be on the actor.
    @usableFromInline var attachingThread: ThreadID?

    @inlinable
    init(receive: @escaping Receive) {
      self.receive = receive
    }
  }

  /// What the calling thread does outside the lock.
  @frozen @usableFromInline
  struct Turn: Sendable {
    @usableFromInline var item: InboxState<Update>.Item?
    @usableFromInline var dropped: InboxState<Update>.Item?
    @usableFromInline var receive: Receive?
    @usableFromInline var needsJob = false

    @inlinable
    init(
      item: InboxState<Update>.Item? = nil, dropped: InboxState<Update>.Item? = nil, receive: Receive? = nil,
      needsJob: Bool = false
    ) {
      self.item = item
      self.dropped = dropped
      self.receive = receive
      self.needsJob = needsJob
    }
  }

  /// Updates delivered in one job before it lets others onto the actor.
  @inlinable static var jobLimit: Int { 16 }

  @usableFromInline let place: Place
  @usableFromInline let hopsAlways: Bool
  @usableFromInline let overflow: InboxOverflow<Update>
  @usableFromInline let state: Locked<State>

  @inlinable
  init(
    at place: Place, hopsAlways: Bool, overflow: InboxOverflow<Update>, _ receive: @escaping Receive
  ) {
    self.place = place
    self.hopsAlways = hopsAlways
    self.overflow = overflow
    state = Locked(State(receive: receive))
    super.init()
  }

  /// Subscribes through an inbox.
  ///
  /// - Parameters:
  ///   - caller: The actor that the calling code runs on: its initial delivery need not hop.
  ///   - hopsAlways: Whether a job is made also where the place is current and nothing waits.
  ///   - overflow: What happens to updates that would have to wait.
  @inlinable
  package static func subscribe(
    to upstream: some Publisher<Update>, at place: Place, calledFrom caller: (any Actor)?, hopsAlways: Bool = false,
    overflow: InboxOverflow<Update> = InboxOverflow(),
    ended: EndHandler? = nil,
    _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    MainWait.note(place)
    let inbox = Inbox(at: place, hopsAlways: hopsAlways, overflow: overflow, receive)
    let subscription = Subscription(owner: inbox)
    if let ended { subscription.addEndHandler(ended) }
    if let caller, !hopsAlways, place.actor === caller {
      inbox.state.withLock { $0.attachingThread = .current }
    }
    inbox.keep(upstream.attach({ inbox.arrive(.update($0)) }, ended: { inbox.arrive(.end) }))
    return subscription
  }

  @inlinable
  func keep(_ token: Subscription) {
    state.withLock { state in
      state.attachingThread = nil
      if state.life.phase.isActive { state.upstream = token }
    }
  }

  // MARK: Delivering

  @inlinable
  func arrive(_ item: InboxState<Update>.Item) {
    let isHere = !hopsAlways && place.isCurrent
    let turn = state.withLock { state in
      var turn = Turn()
      if case .update(let update) = item {
        let room = overflow.makeRoom(for: update, in: &state.queue)
        if room.isRefused { return Turn(dropped: item) }
        turn.dropped = room.dropped
      }
      let isCurrent = isHere || state.attachingThread.map { $0 == .current } ?? false
      switch state.queue.arrive(item, isCurrent: isCurrent, phase: state.life.phase) {
      case .deliver:
        turn.item = item
        turn.receive = state.receive
      case .startJob:
        turn.needsJob = true
      case .done:
        break
      }
      return turn
    }
    if case .update(let update) = turn.dropped { overflow.dropped?(update) }
    if turn.item != nil {
      deliver(turn)
      run()
    } else if turn.needsJob {
      startJob()
    }
  }

  @inlinable
  func startJob() {
    place.enqueue { self.run() }
  }

  @inlinable
  func run() {
    for _ in 0..<Self.jobLimit {
      let turn = state.withLock { state in
        Turn(item: state.queue.next(), receive: state.receive)
      }
      guard turn.item != nil else { return }
      deliver(turn)
    }
    let needsJob = state.withLock { $0.queue.pause() }
    if needsJob { startJob() }
  }

  @inlinable
  func deliver(_ turn: Turn) {
    switch turn.item {
    case .update(let update):
      turn.receive?(update)
    case .end:
      for handler in close(as: .ended) { handler.run(from: place.actor) }
    case nil:
      break
    }
  }

  // MARK: Leaving

  package override func invalidate() {
    _ = close(as: .invalidated)
  }

  package override func end() {
    for handler in close(as: .ended) { handler.run(from: place.actor) }
  }

  package override var phase: SubscriptionPhase {
    state.withLock { $0.life.phase }
  }

  /// What is let go outside the lock.
  private struct Leftovers: Sendable {
    var endHandlers: [EndHandler] = []
    var items = FIFO<InboxState<Update>.Item>()
    var upstream: Subscription?
    var receive: Receive?
  }

  /// Closes the inbox for good and returns the handlers that were waiting for the end.
  @usableFromInline
  func close(as phase: SubscriptionPhase) -> [EndHandler] {
    let leftovers = state.withLock { state in
      guard let endHandlers = state.life.close(as: phase) else { return Leftovers() }
      defer {
        state.upstream = nil
        state.receive = nil
      }
      return Leftovers(
        endHandlers: endHandlers, items: state.queue.close(), upstream: state.upstream, receive: state.receive)
    }
    return leftovers.endHandlers
  }

  package override func addEndHandler(_ handler: EndHandler, calledFrom caller: (any Actor)?) {
    if state.withLock({ $0.life.keep(handler) }) == .run { handler.run(from: caller) }
  }
}
