/// What of a hub does not depend on the type of its updates: most subscribers leave without code that looks it up.
///
/// Invariant behind `@unchecked`: the class itself holds nothing that changes; it is only not final.
@usableFromInline
package class RosterOwner: SubscriptionOwner, @unchecked Sendable {
  /// A lock beside the state and not around it: with the state as a type argument, each use from generic code would look
  /// up its type, which costs more than the lock.
  @usableFromInline final let lock = Locked<Void>(())
  /// The state's own: its baton is taken and given back, and its seats are read, without the lock.
  @usableFromInline final let roster: Roster

  init(_ roster: Roster) {
    self.roster = roster
  }

  package final override func invalidate(_ seat: SubscriptionSeat) {
    guard !lock.withLock({ _ in roster.strikeOutAtOnce(seat) }) else { return seat.release() }
    leave(seat)
  }

  /// Lets a subscriber leave whom others have to do with.
  func leave(_ seat: SubscriptionSeat) {
    preconditionFailure("\(type(of: self)) must override leave(_:)")
  }
}
