/// A token for one subscription: keep it for as long as you want updates.
///
/// A subscription ends in one of two ways. Its subscriber gives it up, by ``invalidate()`` or by letting go of the
/// token; or its publisher ends, after which ``isActive`` is false and the handlers of ``whenEnded(isolation:_:)``
/// have run.
///
///     let subscription = temperature.subscribe { print($0) }
///     …
///     subscription.invalidate()
///
/// A discarded token ends its subscription at once: `_ = publisher.subscribe { … }` receives at most an initial value.
public final class Subscription: Sendable {
  @usableFromInline package let owner: SubscriptionOwner
  #if DEBUG
    /// Set before the token is handed out, by the call that makes it; see ``DroppedTokenWarning``.
    nonisolated(unsafe) package var droppedTokenWarning: DroppedTokenWarning?
  #endif

  @usableFromInline
  package init(owner: SubscriptionOwner) {
    self.owner = owner
  }

  /// A subscription whose only effect is to call the closure when it is invalidated, once.
  ///
  /// This is how a publisher of your own undoes what it did to start, as a
  /// ``Broadcaster`` made with a closure. The closure is called on the thread that invalidates.
  public convenience init(onInvalidate: @escaping @Sendable () -> Void) {
    self.init(owner: InvalidationAction(onInvalidate))
  }

  /// A subscription that has ended already.
  public static var ended: Subscription {
    Subscription(owner: InvalidationAction())
  }

  deinit {
    noteDrop()
    owner.invalidate()
  }

  /// Gives the subscription up. Can be called from any thread and more than once.
  ///
  /// No update begins after this has returned; one that another thread had begun may still run to its end. When
  /// updates are delivered on an actor and this is called on that actor, the closure is not called again.
  /// The end of the publisher is not told any more.
  public func invalidate() {
    owner.invalidate()
  }

  /// Whether updates may still come: neither invalidated nor told of the publisher's end.
  public var isActive: Bool {
    owner.phase.isActive
  }

  /// Calls the handler once when the publisher has ended, after the last update and through the same path.
  ///
  /// A handler that is added after the end runs at once. One that is added after ``invalidate()`` never runs.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the handler runs when it is not isolated itself; by default the caller's.
  ///   - handler: Runs on its actor, or else where the last update was delivered.
  @discardableResult
  public func whenEnded(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable () -> Void
  ) -> Subscription {
    let closure = IsolatedAction(handler)
    addEndHandler(
      EndHandler(at: DeliveryContext(of: closure.isolation, calledFrom: isolation), closure.call), calledFrom: isolation
    )
    return self
  }

  /// - Parameter caller: The actor that the calling code runs on.
  @usableFromInline
  package func addEndHandler(_ handler: EndHandler, calledFrom caller: (any Actor)? = nil) {
    owner.addEndHandler(handler, calledFrom: caller)
  }

  /// Lets the subscription go when what it stood for has completed; nothing is left to cancel.
  package func retire() {
    owner.retire()
  }
}

extension Subscription: Hashable {
  /// Subscriptions are equal when they are the same token.
  public static func == (left: Subscription, right: Subscription) -> Bool {
    left === right
  }

  /// Hashes the identity of the token.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
