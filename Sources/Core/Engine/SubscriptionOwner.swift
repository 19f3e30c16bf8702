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
