/// Serves a subscription that consists of a closure to call at its invalidation.
package final class InvalidationAction: SubscriptionOwner, @unchecked Sendable {
  // `@unchecked` repeats what the superclass says; the only state stands behind the lock.
  private let action: Locked<(@Sendable () -> Void)?>

  package init(_ action: (@Sendable () -> Void)?) {
    self.action = Locked(action)
    super.init()
  }

  package override func invalidate(_ seat: SubscriptionSeat) {
    leave(seat, as: .invalidated).action?()
  }

  package override func end(_ seat: SubscriptionSeat) {
    let left = leave(seat, as: .ended)
    left.action?()
    for handler in left.handlers { handler.run() }
  }

  package override func retire(_ seat: SubscriptionSeat) {
    for handler in leave(seat, as: .ended).handlers { handler.run() }
  }

  package override func addEndHandler(
    _ handler: EndHandler, to seat: SubscriptionSeat, calledFrom caller: (any Actor)?
  ) {
    if action.withLock({ _ in seat.keep(handler) }) { handler.run(from: caller) }
  }

  private func leave(
    _ seat: SubscriptionSeat, as phase: SubscriptionPhase
  ) -> (action: (@Sendable () -> Void)?, handlers: [EndHandler]) {
    action.withLock { action in
      guard let handlers = seat.close(as: phase) else { return (nil, []) }
      defer { action = nil }
      return (action, handlers)
    }
  }
}
