/// Keeps subscriptions until the bag goes away.
///
/// A subscription whose publisher ends leaves the bag by itself. A bag may be used from any thread.
///
///     let subscriptions = SubscriptionBag()
///     model.title.subscribe { … }.store(in: subscriptions)
public final class SubscriptionBag: Sendable {
  private let subscriptions = Locked<[ObjectIdentifier: Subscription]>([:])

  /// An empty bag.
  public init() {}

  deinit {
    removeAll()
  }

  /// The number of subscriptions in the bag.
  public var count: Int {
    subscriptions.withLock { $0.count }
  }

  /// Whether the bag holds no subscription.
  public var isEmpty: Bool {
    count == 0
  }

  /// Keeps the subscription until it ends, the bag is emptied or goes away.
  public func insert(_ subscription: Subscription) {
    subscription.restDropWatch()
    let id = ObjectIdentifier(subscription)
    subscriptions.withLock { $0[id] = subscription }
    subscription.addEndHandler(EndHandler { [weak self] in self?.discard(id) })
  }

  private func discard(_ id: ObjectIdentifier) {
    let discarded = subscriptions.withLock { $0.removeValue(forKey: id) }
    withExtendedLifetime(discarded) {}
  }

  /// Invalidates every subscription in the bag and empties it.
  ///
  /// Work that waits for another subscription's end, such as the next download of a queue, does not begin before all of
  /// them have been invalidated.
  public func removeAll() {
    let removed = subscriptions.withLock { subscriptions in
      defer { subscriptions = [:] }
      return subscriptions
    }
    removed.values.invalidateAll()
  }

  /// Keeps the subscription in the bag, as ``insert(_:)`` does.
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
    Teardown.perform {
      for subscription in self { subscription.invalidate() }
    }
  }
}

extension Subscription {
  /// Keeps this subscription in a bag, which it leaves when it ends.
  public func store(in bag: SubscriptionBag) {
    bag.insert(self)
  }

  /// Keeps this subscription in a set.
  public func store(in set: inout Set<Subscription>) {
    restDropWatch()
    set.insert(self)
  }

  /// Keeps this subscription at the end of an array or another collection.
  public func store<Subscriptions: RangeReplaceableCollection>(
    in subscriptions: inout Subscriptions
  ) where Subscriptions.Element == Subscription {
    restDropWatch()
    subscriptions.append(self)
  }
}
