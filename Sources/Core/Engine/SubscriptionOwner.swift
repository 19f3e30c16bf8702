public import Synchronization

/// The object behind a subscription token: a subscriber of a hub, a mailbox, or a closure to call at invalidation.
///
/// Invariant behind `@unchecked`: the phase is atomic. It is written, and `ended` is accessed, under the lock of the subclass.
@usableFromInline package class SubscriptionOwner: @unchecked Sendable {
  @usableFromInline final let phaseWord: Atomic<SubscriptionPhase>
  @safe @exclusivity(unchecked) final var ended: EndHandlers
  #if DEBUG
    private let liveMark: LiveMark?
  #endif

  /// - Parameter isCounted: Whether this is counted as a live object. A subscriber is not, because its closure is.
  @usableFromInline
  init(_ phase: SubscriptionPhase = .live, ended: (@Sendable () -> Void)? = nil, isCounted: Bool = true) {
    phaseWord = Atomic(phase)
    self.ended = ended.map { [$0] } ?? []
    #if DEBUG
      liveMark = isCounted ? LiveMark.make(for: .server) : nil
    #endif
  }

  @inlinable package final var phase: SubscriptionPhase { phaseWord.load(ordering: .acquiring) }
  @inlinable package final var isActive: Bool { phase.isActive }

  /// Unsubscribes. No update begins after this has returned. May be called more than once.
  @usableFromInline package func invalidate() { preconditionFailure("\(type(of: self)) must override invalidate()") }

  /// Unsubscribes like ``invalidate()``, but calls a closure for the invalidation now, however deep the calls are nested.
  package func invalidateNow() { invalidate() }
  package func retire() { invalidate() }
  func underLock(_ body: () -> Void) { preconditionFailure("\(type(of: self)) must override underLock(_:)") }

  /// The context in which end handlers are called, if it is known.
  @usableFromInline var endContext: DeliveryContext? { nil }

  // Returns the end handlers, to be run after an end and to be dropped after an invalidation, or nil if the subscription was
  // over before. Under the lock.
  @usableFromInline final func close(as phase: SubscriptionPhase) -> EndHandlers? {
    guard isActive else {
      // A handler that is added after an invalidation never runs, even if the end came first.
      if phase == .invalidated { phaseWord.store(phase, ordering: .releasing) }
      return nil
    }
    phaseWord.store(phase, ordering: .releasing)
    defer { ended = [] }
    return ended
  }

  package final func addEndHandler(_ handler: EndHandler, calledFrom caller: (any Actor)?) {
    let context = endContext
    var hasEnded = false
    underLock {
      guard isActive else { return hasEnded = phase == .ended }
      ended.append { handler.run(from: context?.actor) }
    }
    if hasEnded { handler.run(from: caller) }
  }
}

@usableFromInline typealias EndHandlers = [@Sendable () -> Void]

@usableFromInline package enum SubscriptionPhase: UInt8, AtomicRepresentable, Sendable {
  /// The initial delivery is in progress. Updates published by other threads are queued until it is complete.
  case initial
  /// The delivering thread calls the closure.
  case live
  case ended
  case invalidated

  @inlinable package var isActive: Bool { rawValue <= Self.live.rawValue }
}

/// The owner of a subscription that consists of a closure to call at its invalidation.
package final class InvalidationAction: SubscriptionOwner, @unchecked Sendable {
  // `@unchecked` repeats the conformance of the superclass. The only state is behind the lock.
  private let action: Locked<(@Sendable () -> Void)?>

  package init(_ action: @escaping @Sendable () -> Void) {
    self.action = Locked(action)
    super.init()
  }

  package init() {
    action = Locked(nil)
    super.init(.ended)
  }

  package override func invalidate() {
    if let action = leave(as: .invalidated).action { Nesting.perform(action) }
  }

  package override func invalidateNow() { leave(as: .invalidated).action?() }

  package override func retire() {
    for action in leave(as: .ended).ended { action() }
  }

  override func underLock(_ body: () -> Void) { action.withLock { _ in body() } }

  private func leave(as phase: SubscriptionPhase) -> (action: (@Sendable () -> Void)?, ended: EndHandlers) {
    action.withLock { action in
      guard let ended = close(as: phase) else { return (nil, []) }
      return (action.take(), ended)
    }
  }
}
