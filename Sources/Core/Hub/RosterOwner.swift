/// What of a hub does not depend on the type of its updates: most subscribers leave without code that looks it up.
///
/// Invariant behind `@unchecked`: the class itself holds nothing that changes; it is only not final.
@usableFromInline
package class RosterOwner: SubscriptionOwner, @unchecked Sendable {
  /// A lock beside the state and not around it: with the state as a type argument, each use from generic code would look
  /// up its type, which costs more than the lock.
  @usableFromInline final let lock = Locked<Void>(())
  /// The state's own: its baton is taken and given back, and its slots are read, without the lock.
  @usableFromInline final let roster: Roster

  init(_ roster: Roster) {
    self.roster = roster
  }

  package final override func invalidate(_ id: SubscriptionID) {
    Trampoline.descend { trampoline in
      let left = lock.withLock { _ in
        roster.forgetGivenUp(id)
        return roster.strikeOutAtOnce(id)
      }
      guard let left else { return leave(id) }
      trampoline.holdIfLow(left)
    }
  }

  /// Whether a run is under way; see ``PublishedTask/isRunning``.
  package var isRunning: PublishedValue<Bool> {
    preconditionFailure("\(type(of: self)) must override isRunning")
  }

  /// Lets a subscriber leave whom others have to do with.
  func leave(_ id: SubscriptionID) {
    preconditionFailure("\(type(of: self)) must override leave(_:)")
  }

  @usableFromInline
  package final override func isActive(_ id: SubscriptionID) -> Bool {
    lock.withLock { _ in roster.phase(of: id).isActive }
  }

  package final override func addEndHandler(
    _ handler: EndHandler, to token: Subscription, calledFrom caller: (any Actor)?
  ) {
    let placement = lock.withLock { _ in roster.addEndHandler(handler, to: token.id, unless: token.isGivenUp) }
    if placement == .run { handler.run(from: caller) }
  }
}
