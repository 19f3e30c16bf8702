/// The subscriptions that a run holds upstream: made when it starts or later, given up together when it stops.
@usableFromInline
package final class Upstreams: SubscriptionOwner, @unchecked Sendable {
  // `@unchecked` repeats what the superclass says; the only state stands behind the lock.
  private let state = Locked(UpstreamsState())
  /// Of whatever is connected, now or later.
  private let attachmentDepth = Trampoline.attachmentDepth

  @usableFromInline
  package override init() {
    super.init()
  }

  /// The token that gives all of them up.
  @usableFromInline
  package var token: Subscription {
    Subscription(owner: self)
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
    guard state.withLock({ $0.add(slot) }) else { return slot }
    let token = upstream.attach(into: slot, for: attachmentDepth, receive)
    _ = state.withLock { $0.keep(token, for: slot) }
    token.addEndHandler(
      EndHandler { [self] in
        // It may have been given up after its end, which then concerns nobody.
        guard state.withLock({ $0.holds(slot) }) else { return }
        ended?()
        forget(slot)
      })
    return slot
  }

  /// Holds a job that runs later, and is given up with the subscriptions.
  ///
  /// - Returns: What `disconnect` takes.
  @discardableResult
  @usableFromInline
  package func schedule(
    on scheduler: some UpdateScheduler, after delay: Duration, tolerance: Duration,
    _ job: @escaping @Sendable () -> Void
  ) -> SubscriptionSlot {
    let slot = SubscriptionSlot()
    guard state.withLock({ $0.add(slot) }) else { return slot }
    let token = scheduler.enqueue(after: delay, tolerance: tolerance) { [self] in
      job()
      forget(slot)
    }
    slot.fill(with: token)
    _ = state.withLock { $0.keep(token, for: slot) }
    return slot
  }

  /// Gives one of them up.
  @usableFromInline
  package func disconnect(_ slot: SubscriptionSlot) {
    slot.invalidate()
    let connection = state.withLock { $0.remove(slot) }
    withExtendedLifetime(connection) {}
  }

  /// Has something done when the last one ends, or now if none is left. Giving the last one up is no end: whoever does
  /// so has another in mind, as an operator that switches.
  @usableFromInline
  package func whenAllEnded(_ action: @escaping @Sendable () -> Void) {
    if state.withLock({ $0.whenAllEnded(action) }) { action() }
  }

  private func forget(_ slot: SubscriptionSlot) {
    let ending = state.withLock { $0.forget(slot) }
    ending.allEnded?()
  }

  package override func invalidate() {
    let connections = state.withLock { $0.close() }.connections
    guard connections.count > 1 else {
      connections.first?.slot.invalidate()
      return
    }
    Teardown.perform {
      for connection in connections { connection.slot.invalidate() }
    }
  }

  package override var phase: SubscriptionPhase {
    state.withLock { $0.isClosed } ? .invalidated : .live
  }
}
