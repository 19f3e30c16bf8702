#if DEBUG
  /// The places in the source at which the subscriptions of the process were made, as long as they are alive.
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
  /// Where the subscriptions were made that are alive, such as `Feed.swift:12`, sorted.
  ///
  /// A subscription is alive until its token and the closure that it calls are gone. It is made by a form of `subscribe`;
  /// those of ``Publisher/attach(_:)``, and of operators, have no place. What a screen leaves behind is what is here after
  /// it and was not before.
  ///
  /// All subscriptions of the process are here, of all threads. Debug builds alone know them: in release builds it is
  /// empty. Takes time linear in the number of subscriptions.
  public static var livePlaces: [String] {
    #if DEBUG
      LivingSubscriptions.places.map(\.description).sorted()
    #else
      []
    #endif
  }

  /// The number of tokens that are alive.
  @available(*, unavailable, message: "Use 'Subscription.livePlaces.count', which is there in every build.")
  public static var liveCount: Int {
    livePlaces.count
  }
}
