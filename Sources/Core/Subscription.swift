/// A token for one subscription, which lasts until the token is invalidated or released.
///
/// A subscription also ends with its publisher. Then the handlers of ``whenEnded(isolation:_:)`` run.
///
///     let subscription = temperature.subscribe { print($0) }
///     …
///     subscription.invalidate()
///
/// A discarded token cancels its subscription immediately: `_ = publisher.subscribe { … }` receives only initial updates.
public final class Subscription: Sendable {
  @usableFromInline package let owner: SubscriptionOwner
  #if DEBUG
    /// Invariant: set only by the call that makes the token, before that call returns.
    nonisolated(unsafe) package var droppedTokenWarning: DroppedTokenWarning?
  #endif

  @usableFromInline package init(owner: SubscriptionOwner) { self.owner = owner }

  /// Creates a subscription that calls the closure once, when it is invalidated.
  ///
  /// A start closure, such as that of a ``Broadcaster``, returns it to undo what it has started. The closure is called on the
  /// thread that invalidates.
  public convenience init(onInvalidate: @escaping @Sendable () -> Void) {
    self.init(owner: InvalidationAction(onInvalidate))
  }

  /// Creates a subscription that calls the closure once: when it is invalidated, or when its task has completed.
  @usableFromInline package static func whenOver(_ action: @escaping @Sendable () -> Void) -> Subscription {
    let subscription = Subscription(onInvalidate: action)
    subscription.addEndHandler(EndHandler(action))
    return subscription
  }

  /// A subscription that has already ended.
  public static var ended: Subscription { Subscription(owner: InvalidationAction()) }

  deinit {
    noteDrop()
    // Most tokens were invalidated before they are released.
    if owner.phase != .invalidated { owner.invalidate() }
  }

  /// Cancels the subscription. Can be called on any thread and more than once.
  ///
  /// No update begins after this call has returned. An update that has already begun on another thread may still run to
  /// completion. If updates are delivered on an actor and this is called on that actor, the closure is not called again. End
  /// handlers are not called either, except one that is already on its way to another actor because the publisher had ended.
  public func invalidate() { owner.invalidate() }

  /// Whether the subscription is active: neither invalidated nor ended by its publisher.
  public var isActive: Bool { owner.isActive }

  /// Adds a handler that is called once after the last update, when the publisher has ended.
  ///
  /// A handler that is added after the end runs immediately, or in one hop if its actor is not current. A handler that is added
  /// after ``invalidate()`` never runs.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which an unisolated closure runs. The default is the caller's actor.
  ///   - handler: Runs on its actor. Without an actor, it runs where the last update was delivered.
  @discardableResult public func whenEnded(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () -> Void
  ) -> Subscription {
    let closure = IsolatedAction(handler)
    addEndHandler(
      EndHandler(at: DeliveryContext(of: closure.isolation, calledFrom: isolation), closure.call), calledFrom: isolation
    )
    return self
  }

  @usableFromInline package func addEndHandler(_ handler: EndHandler, calledFrom caller: (any Actor)? = nil) {
    owner.addEndHandler(handler, calledFrom: caller)
  }

  /// Releases the subscription after its work has completed, without cancelling the work.
  package func retire() { owner.retire() }
}

extension Subscription: Hashable {
  /// Returns whether both operands are the same token.
  public static func == (left: Subscription, right: Subscription) -> Bool { left === right }

  /// Hashes the identity of the token.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
