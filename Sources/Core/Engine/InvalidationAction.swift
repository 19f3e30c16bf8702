/// Serves a subscription that consists of a closure to call at its invalidation.
package final class InvalidationAction: SubscriptionOwner, @unchecked Sendable {
  private struct State: Sendable {
    var life: SubscriptionLife
    var action: (@Sendable () -> Void)?
  }

  // `@unchecked` repeats what the superclass says; the only state stands behind the lock.
  private let state: Locked<State>

  package init(_ action: @escaping @Sendable () -> Void) {
    state = Locked(State(life: SubscriptionLife(), action: action))
    super.init()
  }

  /// Serves a subscription that has ended.
  package override init() {
    state = Locked(State(life: SubscriptionLife(.ended)))
    super.init()
  }

  package override func invalidate() {
    if let action = leave(as: .invalidated).action { Nesting.perform(action) }
  }

  package override func end() {
    let left = leave(as: .ended)
    left.action?()
    for handler in left.handlers { handler.run() }
  }

  package override func retire() {
    for handler in leave(as: .ended).handlers { handler.run() }
  }

  package override var phase: SubscriptionPhase {
    state.withLock { $0.life.phase }
  }

  package override func addEndHandler(_ handler: EndHandler, calledFrom caller: (any Actor)?) {
    if state.withLock({ $0.life.keep(handler) }) == .run { handler.run(from: caller) }
  }

  private func leave(as phase: SubscriptionPhase) -> (action: (@Sendable () -> Void)?, handlers: [EndHandler]) {
    state.withLock { state in
      guard let handlers = state.life.close(as: phase) else { return (nil, []) }
      defer { state.action = nil }
      return (state.action, handlers)
    }
  }
}
