public import Synchronization

/// The object behind a subscription token: a subscriber of a hub, a mailbox, or a closure to call at invalidation.
///
/// Invariant behind `@unchecked`: the class has no mutable state. It is only not final.
@usableFromInline
package class SubscriptionOwner: @unchecked Sendable {
  #if DEBUG
    private let liveMark: LiveMark?
  #endif

  @usableFromInline
  package init() {
    #if DEBUG
      liveMark = LiveMark.make(for: .server)
    #endif
  }

  /// An owner that is not counted as a live object, because its closure is.
  @usableFromInline
  init(uncounted: Void) {
    #if DEBUG
      liveMark = nil
    #endif
  }

  /// Unsubscribes. No update begins after this has returned. May be called more than once.
  package func invalidate() {
    preconditionFailure("\(type(of: self)) must override invalidate()")
  }

  /// Ends the subscription from inside, as its publisher would. Its end handlers run.
  package func end() {
    preconditionFailure("\(type(of: self)) must override end()")
  }

  /// Releases the subscription after its work has completed, without cancelling the work.
  package func retire() {
    invalidate()
  }

  @usableFromInline
  package var phase: SubscriptionPhase {
    preconditionFailure("\(type(of: self)) must override phase")
  }

  /// Keeps the handler for the end, runs it if the publisher has ended, or drops it after an invalidation.
  package func addEndHandler(_ handler: EndHandler, calledFrom caller: (any Actor)?) {
    preconditionFailure("\(type(of: self)) must override addEndHandler(_:calledFrom:)")
  }
}

/// The phase of a subscription.
@usableFromInline
package enum SubscriptionPhase: UInt8, AtomicRepresentable, Sendable {
  /// The initial delivery is in progress. Updates published by other threads are queued until it is complete.
  case initial
  /// The delivering thread calls the closure.
  case live
  /// The publisher has ended.
  case ended
  /// The subscriber has unsubscribed.
  case invalidated

  @inlinable package var isActive: Bool { rawValue <= Self.live.rawValue }
}

/// The phase and the end handlers of an owner with a single subscription. Accessed under the owner's lock.
@usableFromInline
package struct SubscriptionLife: Sendable {
  @usableFromInline package private(set) var phase: SubscriptionPhase
  private var endHandlers: [EndHandler] = []

  @usableFromInline
  package init(_ phase: SubscriptionPhase = .live) {
    self.phase = phase
  }

  /// Returns the end handlers, to be run after an end and to be dropped after an invalidation; nil if it was over before.
  package mutating func close(as phase: SubscriptionPhase) -> [EndHandler]? {
    guard self.phase.isActive else {
      // A handler that is added after an invalidation never runs, even if the end came first.
      if phase == .invalidated { self.phase = phase }
      return nil
    }
    self.phase = phase
    defer { endHandlers = [] }
    return endHandlers
  }

  /// Keeps a handler for the end. Returns whether it is to be run now, because the publisher has ended.
  package mutating func keep(_ handler: EndHandler) -> Bool {
    if phase.isActive { endHandlers.append(handler) }
    return phase == .ended
  }
}

/// The owner of a subscription that consists of a closure to call at its invalidation.
package final class InvalidationAction: SubscriptionOwner, @unchecked Sendable {
  private struct State: Sendable {
    var life: SubscriptionLife
    var action: (@Sendable () -> Void)?
  }

  // `@unchecked` repeats the conformance of the superclass. The only state is behind the lock.
  private let state: Locked<State>
  private let isCalledWhenRetired: Bool

  package init(_ action: @escaping @Sendable () -> Void, isCalledWhenRetired: Bool = false) {
    state = Locked(State(life: SubscriptionLife(), action: action))
    self.isCalledWhenRetired = isCalledWhenRetired
    super.init()
  }

  /// Creates the owner of a subscription that has ended.
  package override init() {
    state = Locked(State(life: SubscriptionLife(.ended)))
    isCalledWhenRetired = false
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
    let left = leave(as: .ended)
    if isCalledWhenRetired, let action = left.action { Nesting.perform(action) }
    for handler in left.handlers { handler.run() }
  }

  package override var phase: SubscriptionPhase { state.withLock { $0.life.phase } }

  package override func addEndHandler(_ handler: EndHandler, calledFrom caller: (any Actor)?) {
    if state.withLock({ $0.life.keep(handler) }) { handler.run(from: caller) }
  }

  private func leave(as phase: SubscriptionPhase) -> (action: (@Sendable () -> Void)?, handlers: [EndHandler]) {
    state.withLock { state in
      guard let handlers = state.life.close(as: phase) else { return (nil, []) }
      defer { state.action = nil }
      return (state.action, handlers)
    }
  }
}
