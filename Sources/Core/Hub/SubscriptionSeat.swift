public import Synchronization

/// Where a subscription stands in its life.
@usableFromInline
package enum SubscriptionPhase: UInt8, AtomicRepresentable, Sendable {
  /// Joined, and its first update is on its way; what arrives meanwhile waits for it.
  case initial
  /// Joined, and served by whoever delivers.
  case live
  /// Told of the end of its publisher.
  case ended
  /// Given up by its subscriber.
  case invalidated

  @inlinable package var isActive: Bool { self == .initial || self == .live }
}

/// One subscriber's place at whatever serves it.
///
/// Invariants behind `@unchecked`: the class is not final, so the compiler cannot prove it. `phase` is atomic, and is
/// written only under the lock of the ``SubscriptionOwner``; `id` is written once, before the seat is shared, and
/// `endHandlers` are touched only under that lock.
@usableFromInline
package class SubscriptionSeat: @unchecked Sendable {
  @usableFromInline let atomicPhase: Atomic<UInt8>
  // Written once, before the seat is shared, and under the lock: there is no conflict that a check could find.
  @exclusivity(unchecked) @usableFromInline final var order: UInt = 0
  @exclusivity(unchecked) private final var handlers: [EndHandler] = []
  #if DEBUG
    private let liveMark = LiveMark.make(for: .subscription)
  #endif

  /// The place in the order of subscription.
  @inlinable
  package final var id: UInt {
    get { unsafe order }
    set { unsafe order = newValue }
  }

  package final var endHandlers: [EndHandler] {
    get { unsafe handlers }
    set { unsafe handlers = newValue }
  }

  @usableFromInline
  package init(phase: SubscriptionPhase) {
    atomicPhase = Atomic(phase.rawValue)
  }

  @inlinable
  package final var phase: SubscriptionPhase {
    get {
      SchedulingPoint.reach("reads a phase")
      return SubscriptionPhase(rawValue: atomicPhase.load(ordering: .acquiring))!
    }
    set {
      SchedulingPoint.reach("writes a phase")
      atomicPhase.store(newValue.rawValue, ordering: .releasing)
    }
  }

  /// The question of each delivery, which needs no decoding of the phase.
  @inlinable
  package final var isLive: Bool {
    SchedulingPoint.reach("reads a phase")
    return atomicPhase.load(ordering: .acquiring) == SubscriptionPhase.live.rawValue
  }

  /// Ends the life of the seat, under its owner's lock. Returns its end handlers, or nil if it was over before.
  package final func close(as phase: SubscriptionPhase) -> [EndHandler]? {
    guard self.phase.isActive else {
      // A handler that is added after `invalidate()` never runs, even if the end came first.
      if phase == .invalidated { self.phase = phase }
      return nil
    }
    self.phase = phase
    defer { endHandlers = [] }
    return endHandlers
  }

  /// Keeps a handler for the end, under its owner's lock. Returns whether the end has been told, and the handler is to
  /// be run.
  package final func keep(_ handler: EndHandler) -> Bool {
    if phase.isActive { unsafe handlers.append(handler) }
    return phase == .ended
  }

  /// Lets go of the subscriber's closure. Called by the one thread that knows that nobody calls it any more.
  @usableFromInline
  package func release() {}
}

/// Serves subscriptions: a hub, an inbox, a closure to call at invalidation.
///
/// Invariant behind `@unchecked`: the class itself holds nothing that changes; it is only not final.
@usableFromInline
package class SubscriptionOwner: @unchecked Sendable {
  #if DEBUG
    private let liveMark = LiveMark.make(for: .server)
  #endif

  @usableFromInline
  package init() {}

  /// Ends the subscription from the subscriber's side: nothing is claimed for it once this has returned.
  package func invalidate(_ seat: SubscriptionSeat) {
    preconditionFailure("\(type(of: self)) must override invalidate(_:)")
  }

  /// Ends the subscription as its publisher would, from inside: its end handlers run.
  package func end(_ seat: SubscriptionSeat) {
    preconditionFailure("\(type(of: self)) must override end(_:)")
  }

  /// Lets the subscription go after what it stood for has completed, when there is nothing left to cancel.
  package func retire(_ seat: SubscriptionSeat) {
    invalidate(seat)
  }

  /// Keeps the handler for the end, runs it when the end has been told already, drops it after an invalidation.
  @usableFromInline
  package func addEndHandler(
    _ handler: EndHandler, to seat: SubscriptionSeat, calledFrom caller: (any Actor)?
  ) {
    preconditionFailure("\(type(of: self)) must override addEndHandler(_:to:calledFrom:)")
  }
}
