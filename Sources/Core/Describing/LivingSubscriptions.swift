#if DEBUG
  /// The source locations of the living subscriptions of the process.
  enum LivingSubscriptions {
    private static let known = Locked<[ObjectIdentifier: SourceLine]>([:])

    static var places: [SourceLine] {
      known.withLock { Array($0.values) }
    }

    static func add(_ watch: DroppedTokenWarning, at place: SourceLine) {
      known.withLock { $0[ObjectIdentifier(watch)] = place }
    }

    static func remove(_ watch: DroppedTokenWarning) {
      _ = known.withLock { $0.removeValue(forKey: ObjectIdentifier(watch)) }
    }
  }
#endif

extension Subscription {
  /// The source locations of all living subscriptions, such as `Feed.swift:12`, sorted.
  ///
  /// A subscription is alive until its token and its closure are released. Only forms of `subscribe` have a location,
  /// not ``Publisher/attach(_:)`` and operators. To find the subscriptions that a screen does not release, compare the
  /// lists before and after it.
  ///
  /// The list contains the subscriptions of all threads. It is empty in release builds.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of subscriptions.
  public static var livePlaces: [String] {
    #if DEBUG
      LivingSubscriptions.places.map(\.description).sorted()
    #else
      []
    #endif
  }

  /// The number of living tokens.
  @available(*, unavailable, message: "Use 'Subscription.livePlaces.count', which is there in every build.")
  public static var liveCount: Int {
    livePlaces.count
  }
}
