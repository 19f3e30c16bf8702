/// The subscriptions that a run holds upstream: made when it starts or later, given up together when it stops.
@usableFromInline
package final class Upstreams: SubscriptionOwner, @unchecked Sendable {
  // `@unchecked` repeats what the superclass says; the only state stands behind the lock.
  private struct Connection: Sendable {
    let slot: SubscriptionSlot
    var token: Subscription?
  }

  private struct State: Sendable {
    var connections: [Connection] = []
    var isClosed = false
    /// What is left to do when the last connection has ended.
    var allEnded: (@Sendable () -> Void)?

    mutating func remove(_ slot: SubscriptionSlot) -> Connection? {
      connections.firstIndex { $0.slot === slot }.map { connections.remove(at: $0) }
    }
  }

  private let state = Locked(State())

  @usableFromInline
  package override init() {
    super.init()
  }

  /// The token that gives all of them up.
  @usableFromInline
  package var token: Subscription {
    Subscription(owner: self, seat: SubscriptionSeat(phase: .live))
  }

  /// Subscribes; does nothing once the run has stopped.
  ///
  /// - Parameters:
  ///   - ended: Called when this upstream has ended, after its last update.
  ///   - receive: Called with each update.
  /// - Returns: What `disconnect` takes.
  @discardableResult
  @usableFromInline
  package func connect<Update: Sendable>(
    _ upstream: Attachment<Update>, ended: (@Sendable () -> Void)? = nil,
    _ receive: @escaping @Sendable (Update) -> Void
  ) -> SubscriptionSlot {
    let slot = SubscriptionSlot()
    guard add(slot) else { return slot }
    let token = upstream(into: slot, receive)
    keep(token, for: slot)
    let handler = EndHandler { [self] in
      ended?()
      forget(slot)
    }
    token.owner.addEndHandler(handler, to: token.seat, calledFrom: nil)
    return slot
  }

  /// Gives one of them up.
  @usableFromInline
  package func disconnect(_ slot: SubscriptionSlot) {
    slot.invalidate()
    let connection = state.withLock { $0.remove(slot) }
    withExtendedLifetime(connection) {}
  }

  /// Has something done when none is left that has not ended, now or later. One that was given up does not count.
  @usableFromInline
  package func whenAllEnded(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      guard !state.isClosed, !state.connections.isEmpty else { return !state.isClosed }
      state.allEnded = action
      return false
    }
    if isOver { action() }
  }

  private func add(_ slot: SubscriptionSlot) -> Bool {
    state.withLock { state in
      if !state.isClosed { state.connections.append(Connection(slot: slot)) }
      return !state.isClosed
    }
  }

  private func keep(_ token: Subscription, for slot: SubscriptionSlot) {
    state.withLock { state in
      guard let index = state.connections.firstIndex(where: { $0.slot === slot }) else { return }
      state.connections[index].token = token
    }
  }

  private func forget(_ slot: SubscriptionSlot) {
    let (ended, action) = state.withLock { state -> (Connection?, (@Sendable () -> Void)?) in
      let ended = state.remove(slot)
      guard ended != nil, state.connections.isEmpty else { return (ended, nil) }
      defer { state.allEnded = nil }
      return (ended, state.allEnded)
    }
    withExtendedLifetime(ended) {}
    action?()
  }

  package override func invalidate(_ seat: SubscriptionSeat) {
    let closed = state.withLock { state in
      _ = seat.close(as: .invalidated)
      defer { state = State(isClosed: true) }
      return state
    }
    for connection in closed.connections { connection.slot.invalidate() }
  }
}
