/// Keeps subscriptions until the bag goes away.
///
/// A subscription leaves the bag by itself when it is over: its publisher has ended, or it has been invalidated, by its
/// token or by `removeAllSubscribers()` of the publisher's source. So a bag that lives as long as the program holds only
/// what is active. Inserting, removing and leaving take amortised constant time. A bag may be used from any thread.
///
/// A source removes those who subscribe to it, and knows of nobody behind them: a subscription that is delivered on an
/// actor, or by an operator that subscribes for it, such as `share()`, stays in the bag then until it is invalidated.
///
///     let subscriptions = SubscriptionBag()
///     model.title.subscribe { … }.store(in: subscriptions)
public final class SubscriptionBag: Sendable {
  private let kept = Locked<[ObjectIdentifier: Kept]>([:])

  private struct Kept: Sendable {
    let subscription: Subscription
    /// Which insertion it was: a stay that is over may be told of late, when the address of its token is another's.
    let stay: ObjectIdentifier
  }

  /// Belongs to the handler of the end, which is run at an end and released at an invalidation. Either way the
  /// subscription leaves the bag.
  private final class Stay: Sendable {
    private weak let bag: SubscriptionBag?
    private let id: ObjectIdentifier

    init(of subscription: Subscription, in bag: SubscriptionBag) {
      self.bag = bag
      id = ObjectIdentifier(subscription)
    }

    deinit {
      end()
    }

    func end() {
      bag?.discard(id, after: ObjectIdentifier(self))
    }
  }

  /// An empty bag.
  public init() {}

  deinit {
    noteDrops()
    removeAll()
  }

  /// The number of subscriptions in the bag.
  public var count: Int {
    kept.withLock { $0.count }
  }

  var subscriptions: [Subscription] {
    kept.withLock { $0.values.map(\.subscription) }
  }

  /// Whether the bag holds no subscription.
  public var isEmpty: Bool {
    count == 0
  }

  /// Keeps the subscription until it is over, is removed, or the bag is emptied or goes away.
  public func insert(_ subscription: Subscription) {
    let stay = Stay(of: subscription, in: self)
    let new = Kept(subscription: subscription, stay: ObjectIdentifier(stay))
    kept.withLock { $0[ObjectIdentifier(subscription)] = new }
    subscription.addEndHandler(EndHandler { stay.end() })
  }

  /// Lets go of the subscription without invalidating it: it lasts as long as its token is kept elsewhere.
  ///
  /// - Returns: Whether it was in the bag.
  @discardableResult
  public func remove(_ subscription: Subscription) -> Bool {
    kept.withLock { $0.removeValue(forKey: ObjectIdentifier(subscription)) } != nil
  }

  private func discard(_ id: ObjectIdentifier, after stay: ObjectIdentifier) {
    let discarded = kept.withLock { kept in kept[id]?.stay == stay ? kept.removeValue(forKey: id) : nil }
    withExtendedLifetime(discarded) {}
  }

  /// Invalidates every subscription in the bag and empties it.
  ///
  /// Work that waits for another subscription's end, such as the next download of a queue, does not begin before all of
  /// them have been invalidated.
  public func removeAll() {
    let removed = kept.withLock { kept in
      defer { kept = [:] }
      return kept
    }
    removed.values.lazy.map(\.subscription).invalidateAll()
  }

  /// Keeps the subscription in the bag.
  @available(*, unavailable, message: "Use 'store(in:)' of the subscription, or 'insert(_:)' of the bag.")
  public static func += (bag: SubscriptionBag, subscription: Subscription) {
    bag.insert(subscription)
  }
}

extension Sequence<Subscription> {
  /// Invalidates every subscription in the sequence.
  ///
  /// Unlike a loop that invalidates one after the other, this starts no work in between: the next download of a queue, or
  /// the next publisher of a `concatMap`, begins only if it is still wanted after all have been invalidated.
  public func invalidateAll() {
    Nesting.giveUp {
      for subscription in self { subscription.invalidate() }
    }
  }
}

extension Subscription {
  /// Keeps this subscription in a bag, which it leaves when it is over.
  public func store(in bag: SubscriptionBag) {
    bag.insert(self)
  }

  /// Keeps this subscription in a set.
  public func store(in set: inout Set<Subscription>) {
    set.insert(self)
  }

  /// Keeps this subscription at the end of an array or another collection.
  public func store<Subscriptions: RangeReplaceableCollection>(
    in subscriptions: inout Subscriptions
  ) where Subscriptions.Element == Subscription {
    subscriptions.append(self)
  }
}
