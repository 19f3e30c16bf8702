#if DEBUG
  /// Counts of the objects that serve subscriptions, and of the closures of subscribers, that were made in a scope of a test.
  package final class LiveObjects: Sendable {
    package enum Kind: Sendable {
      /// A subscriber's closure, as a hub keeps it.
      case subscription
      /// An object that serves subscriptions: a hub, a mailbox, the upstreams of an operator.
      case server
    }

    private struct State: Sendable {
      var counts: [Kind: Int] = [:]
      var places: [ObjectIdentifier: SourceLine] = [:]
      var waiting: [@Sendable () -> Void] = []

      var count: Int { counts.values.reduce(0, +) }
    }

    static let process = LiveObjects()

    /// Nil outside of tests, where no objects are counted.
    @TaskLocal package static var scope: LiveObjects?

    private let state = Locked(State())

    package init() {}
    package var count: Int { state.withLock { $0.count } }
    package func count(of kind: Kind) -> Int { state.withLock { $0.counts[kind, default: 0] } }
    package var places: [String] { state.withLock { Array($0.places.values) }.map(\.description).sorted() }
    func add(_ watch: AnyObject, at place: SourceLine) { state.withLock { $0.places[ObjectIdentifier(watch)] = place } }
    func remove(_ watch: AnyObject) { _ = state.withLock { $0.places.removeValue(forKey: ObjectIdentifier(watch)) } }

    /// Calls the closure once all objects of the scope are deallocated: immediately, or where the last one is released.
    package func whenAllGone(_ action: @escaping @Sendable () -> Void) {
      let isGone = state.withLock { state in
        if state.count > 0 { state.waiting.append(action) }
        return state.count == 0
      }
      if isGone { action() }
    }

    fileprivate func add(_ kind: Kind) { state.withLock { $0.counts[kind, default: 0] += 1 } }

    fileprivate func remove(_ kind: Kind) {
      let waiting = state.withLock { state in
        state.counts[kind, default: 0] -= 1
        guard state.count == 0 else { return [@Sendable () -> Void]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for action in waiting { action() }
    }
  }

  /// A part of each object that is counted.
  package final class LiveMark: Sendable {
    private let kind: LiveObjects.Kind
    private let scope: LiveObjects

    private init(of kind: LiveObjects.Kind, in scope: LiveObjects) {
      self.kind = kind
      self.scope = scope
      scope.add(kind)
    }

    deinit { scope.remove(kind) }

    package static func make(for kind: LiveObjects.Kind) -> LiveMark? {
      LiveObjects.scope.map { LiveMark(of: kind, in: $0) }
    }
  }

  extension Subscription {
    private static var places: [String] { LiveObjects.process.places }
  }

  extension Hub {
    /// Returns the closure, which counts as a living subscription until it is released.
    @usableFromInline func counted(_ receive: @escaping @Sendable (Update) -> Void) -> @Sendable (Update) -> Void {
      guard let mark = LiveMark.make(for: .subscription) else { return receive }
      return { update in withExtendedLifetime(mark) { receive(update) } }
    }
  }
#else
  extension Subscription {
    private static var places: [String] { [] }
  }

  extension Hub {
    @inlinable
    @inline(__always) func counted(_ receive: @escaping @Sendable (Update) -> Void) -> @Sendable (Update) -> Void {
      receive
    }
  }
#endif

extension Subscription {
  /// The source locations of all living subscriptions, such as `Feed.swift:12`, sorted.
  ///
  /// A subscription is alive until its token and its closure are released. Only forms of `subscribe` have a location, not
  /// ``Publisher/attach(_:)`` and operators. To find the subscriptions that a screen does not release, compare the lists before
  /// and after it. The list is empty in release builds.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of subscriptions.
  public static var livePlaces: [String] { places }
}
