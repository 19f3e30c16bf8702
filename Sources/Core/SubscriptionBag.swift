/// A container that keeps subscriptions until they are over or the bag is released.
///
/// A subscription is over when its publisher has ended, when its token was invalidated, or after `removeAllSubscribers()` of the
/// publisher's source. A long-lived bag therefore holds only active subscriptions. Inserting and removing take amortised constant
/// time. A bag can be used from any thread.
///
/// `removeAllSubscribers()` affects only the direct subscribers of the source. A subscription that is delivered on an actor, or
/// by an operator such as `share()`, stays in the bag until it is invalidated.
///
///     let subscriptions = SubscriptionBag()
///     model.title.subscribe { … }.store(in: subscriptions)
public final class SubscriptionBag: Sendable {
  private let kept = Locked<[ObjectIdentifier: Kept]>([:])

  private struct Kept: Sendable {
    let subscription: Subscription
    /// Identifies the insertion. A token's address may be reused before the end of an earlier insertion is reported.
    let stay: ObjectIdentifier
  }

  /// Held by an end handler, which runs at an end and is released at an invalidation. Both remove the subscription.
  private final class Stay: Sendable {
    private weak let bag: SubscriptionBag?
    private let id: ObjectIdentifier

    init(of subscription: Subscription, in bag: SubscriptionBag) {
      self.bag = bag
      id = ObjectIdentifier(subscription)
    }

    deinit { end() }
    func end() { bag?.discard(id, after: ObjectIdentifier(self)) }
  }

  /// Creates an empty bag.
  public init() {}

  deinit {
    noteDrops()
    removeAll()
  }

  /// The number of subscriptions in the bag.
  public var count: Int { kept.withLock { $0.count } }
  var subscriptions: [Subscription] { kept.withLock { $0.values.map(\.subscription) } }

  /// Whether the bag contains no subscriptions.
  public var isEmpty: Bool { count == 0 }

  /// Keeps the subscription until it is over or removed, or until the bag is released.
  public func insert(_ subscription: Subscription) {
    let stay = Stay(of: subscription, in: self)
    let new = Kept(subscription: subscription, stay: ObjectIdentifier(stay))
    let isNew = kept.withLock { kept in
      guard kept[ObjectIdentifier(subscription)] == nil else { return false }
      kept[ObjectIdentifier(subscription)] = new
      return true
    }
    // Otherwise an end handler would be added each time.
    guard isNew else { return }
    subscription.addEndHandler(EndHandler { stay.end() })
  }

  /// Removes the subscription without invalidating it.
  ///
  /// Until it is over, the subscription keeps a few bytes for each time that it was inserted.
  ///
  /// - Returns: Whether the bag contained the subscription.
  @discardableResult public func remove(_ subscription: Subscription) -> Bool {
    kept.withLock { $0.removeValue(forKey: ObjectIdentifier(subscription)) } != nil
  }

  private func discard(_ id: ObjectIdentifier, after stay: ObjectIdentifier) {
    let discarded = kept.withLock { kept in kept[id]?.stay == stay ? kept.removeValue(forKey: id) : nil }
    withExtendedLifetime(discarded) {}
  }

  /// Invalidates every subscription in the bag and empties it.
  ///
  /// See ``Swift/Sequence/invalidateAll()``.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscriptions.
  public func removeAll() {
    let removed = kept.withLock { kept in
      defer { kept = [:] }
      return kept
    }
    removed.values.lazy.map(\.subscription).invalidateAll()
  }
}

extension Sequence<Subscription> {
  /// Invalidates every subscription in the sequence.
  ///
  /// Unlike a loop, this never starts work that is cancelled a moment later. The next download of a queue, or the next publisher
  /// of `concatMap`, starts only if it is still needed after all are invalidated. This also applies to operators on this thread
  /// that are not cancelled, whose next publisher can end before that.
  public func invalidateAll() {
    Nesting.giveUp {
      for subscription in self { subscription.invalidate() }
    }
  }
}

extension Subscription {
  /// Keeps this subscription in a bag until it is over.
  public func store(in bag: SubscriptionBag) { bag.insert(self) }

  /// Keeps this subscription in a set.
  @_alwaysEmitIntoClient public func store(in set: inout Set<Subscription>) { set.insert(self) }

  /// Keeps this subscription at the end of an array or another collection.
  public func store<Subscriptions: RangeReplaceableCollection>(
    in subscriptions: inout Subscriptions
  ) where Subscriptions.Element == Subscription {
    subscriptions.append(self)
  }
}
