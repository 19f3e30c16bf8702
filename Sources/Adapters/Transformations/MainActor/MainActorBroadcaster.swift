public import TidingsCore

/// Events that are delivered on the main actor, with operators whose closures use main-actor state.
///
/// Made by ``Publisher/onMainActor``. Operators that are not declared here take closures that run anywhere, as on every
/// publisher, and their results are plain broadcasters.
public struct MainActorBroadcaster<Update: Sendable>: Publisher {
  /// Delivers on the main actor.
  private let deliveries: Broadcaster<Update>

  init(_ deliveries: Broadcaster<Update>) {
    self.deliveries = deliveries
  }

  /// Transforms each update on the main actor; see ``Publisher/map(_:)``.
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Output
  ) -> MainActorBroadcaster<Output> {
    let transform = MainActorClosure(transform).call
    return MainActorBroadcaster<Output>(deliveries.map(transform))
  }

  /// Transforms each update on the main actor, and drops those that become nil; see ``Publisher/compactMap(_:)``.
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Output?
  ) -> MainActorBroadcaster<Output> {
    let transform = MainActorClosure(transform).call
    return MainActorBroadcaster<Output>(deliveries.compactMap(transform))
  }

  /// Passes on the updates that a closure of the main actor wants; see ``Publisher/filter(_:)``.
  public func filter(
    _ isIncluded: @escaping @MainActor @Sendable (Update) -> Bool
  ) -> MainActorBroadcaster<Update> {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Drops updates that a closure of the main actor finds the same as the one before; see
  /// ``Publisher/removeDuplicates(by:)-((Self.Update,Self.Update)->Bool)``.
  ///
  /// `removeDuplicates { $0 == $1 }` compares types whose `Equatable` conformance belongs to the main actor.
  public func removeDuplicates(
    by isDuplicate: @escaping @MainActor @Sendable (_ previous: Update, _ update: Update) -> Bool
  ) -> MainActorBroadcaster<Update> {
    let isDuplicate = MainActorClosure<(Update, Update), Bool> { isDuplicate($0.0, $0.1) }.call
    return MainActorBroadcaster(deliveries.removeDuplicates { isDuplicate(($0, $1)) })
  }

  /// Follows a publisher for the newest update only, made on the main actor; see ``Publisher/flatMapLatest(_:)``.
  public func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Inner
  ) -> MainActorBroadcaster<Inner.Update> {
    map(transform).switchToLatest().onMainActor
  }

  /// Calls closures of the main actor on the way; see
  /// ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// - Parameters:
  ///   - update: Called with each update before it is passed on.
  ///   - ended: Called after the last update when the publisher has ended.
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
