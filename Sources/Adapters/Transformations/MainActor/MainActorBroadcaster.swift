public import TidingsCore

/// Events that are delivered on the main actor, with operators whose closures use main-actor state.
///
/// ``Publisher/onMainActor`` returns it. Operators that are not declared here have closures that run on any thread, and
/// return broadcasters.
public struct MainActorBroadcaster<Update: Sendable>: Publisher {
  /// Delivers on the main actor.
  private let deliveries: Broadcaster<Update>

  init(_ deliveries: Broadcaster<Update>) {
    self.deliveries = deliveries
  }

  /// Transforms each update on the main actor. See ``Publisher/map(_:)``.
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Output
  ) -> MainActorBroadcaster<Output> {
    let transform = MainActorClosure(transform).call
    return MainActorBroadcaster<Output>(deliveries.map(transform))
  }

  /// Transforms each update on the main actor, and drops nil. See ``Publisher/compactMap(_:)``.
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Output?
  ) -> MainActorBroadcaster<Output> {
    let transform = MainActorClosure(transform).call
    return MainActorBroadcaster<Output>(deliveries.compactMap(transform))
  }

  /// Delivers the updates that satisfy a condition on the main actor. See ``Publisher/filter(_:)``.
  public func filter(
    _ isIncluded: @escaping @MainActor @Sendable (Update) -> Bool
  ) -> MainActorBroadcaster<Update> {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Drops duplicates, which are compared on the main actor.
  ///
  /// See ``Publisher/removeDuplicates(by:)-((Self.Update,Self.Update)->Bool)``.
  ///
  /// `removeDuplicates { $0 == $1 }` compares types whose `Equatable` conformance is isolated to the main actor.
  public func removeDuplicates(
    by isDuplicate: @escaping @MainActor @Sendable (_ previous: Update, _ update: Update) -> Bool
  ) -> MainActorBroadcaster<Update> {
    let isDuplicate = MainActorClosure<(Update, Update), Bool> { isDuplicate($0.0, $0.1) }.call
    return MainActorBroadcaster(deliveries.removeDuplicates { isDuplicate(($0, $1)) })
  }

  /// Follows the publisher that a main-actor closure returns for the latest update. See
  /// ``Publisher/flatMapLatest(_:)``.
  public func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Inner
  ) -> MainActorBroadcaster<Inner.Update> {
    map(transform).switchToLatest().onMainActor
  }

  /// Calls main-actor closures for events. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// - Parameters:
  ///   - update: Called with each update before its delivery.
  ///   - ended: Called after the last update, when the publisher has ended.
  public func handleEvents(
    update: (@MainActor @Sendable (Update) -> Void)? = nil, ended: (@MainActor @Sendable () -> Void)? = nil
  ) -> MainActorBroadcaster<Update> {
    MainActorBroadcaster(telling(update: update, ended: ended))
  }

  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }
}
