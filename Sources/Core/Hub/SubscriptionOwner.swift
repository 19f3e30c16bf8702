/// Numbers the subscriptions of one owner, in the order of subscription.
@usableFromInline package typealias SubscriptionID = UInt

extension SubscriptionID {
  /// No subscription: what is refused because the end has come.
  @inlinable package static var refused: SubscriptionID { 0 }
  /// The one subscription of an owner that serves no other.
  @inlinable package static var only: SubscriptionID { 1 }
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

  /// Ends the subscription from the subscriber's side: nothing is claimed for it once this has returned. Called by its
  /// token, which remembers it, perhaps more than once.
  package func invalidate(_ id: SubscriptionID) {
    preconditionFailure("\(type(of: self)) must override invalidate(_:)")
  }

  /// Invalidates the subscription without its token, which learns of it here when it asks.
  package func giveUp(_ id: SubscriptionID) {
    invalidate(id)
  }

  /// Ends the subscription as its publisher would, from inside: its end handlers run.
  package func end(_ id: SubscriptionID) {
    preconditionFailure("\(type(of: self)) must override end(_:)")
  }

  /// Lets the subscription go after what it stood for has completed, when there is nothing left to cancel.
  package func retire(_ id: SubscriptionID) {
    giveUp(id)
  }

  /// Whether updates may still come.
  @usableFromInline
  package func isActive(_ id: SubscriptionID) -> Bool {
    preconditionFailure("\(type(of: self)) must override isActive(_:)")
  }

  /// Keeps the handler for the end, runs it when the end has been told already, drops it after an invalidation.
  package func addEndHandler(_ handler: EndHandler, to token: Subscription, calledFrom caller: (any Actor)?) {
    preconditionFailure("\(type(of: self)) must override addEndHandler(_:to:calledFrom:)")
  }
}
