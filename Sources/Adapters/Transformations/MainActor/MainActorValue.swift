public import TidingsCore

/// A value that is read and delivered on the main actor, with operators whose closures use main-actor state.
///
/// Made by ``ValuePublisher/onMainActor``. A subscriber on the main actor gets the current value before `subscribe`
/// returns, then every change; one elsewhere gets them a hop later. It is no ``ValuePublisher``: operators that are not
/// declared here take closures that run anywhere, as on every publisher, and their results are plain broadcasters.
public struct MainActorValue<Value: Sendable>: Publisher {
  /// Delivers on the main actor.
  private let deliveries: Broadcaster<Value>
  private let read: @MainActor @Sendable () -> Value

  init(_ deliveries: Broadcaster<Value>, read: @escaping @MainActor @Sendable () -> Value) {
    self.deliveries = deliveries
    self.read = read
  }

  /// The current value. Transformations run.
  @MainActor public var value: Value { read() }

  /// Transforms the value on the main actor; the result updates when what it is transformed to changes.
  ///
  /// Results are compared by their `==`, also where that belongs to the main actor, and objects without one by
  /// identity.
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Output
  ) -> MainActorValue<Output> {
    let onMainActor = MainActorClosure(transform).call
    return MainActorValue<Output>(
      deliveries.map(onMainActor).withoutRepetitions()
    ) { [read] in transform(read()) }
  }

  /// Transforms each value on the main actor, and drops those that become nil; the result is a broadcaster.
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Output?
  ) -> MainActorBroadcaster<Output> {
    MainActorBroadcaster(deliveries).compactMap(transform)
  }

  /// Passes on the values that a closure of the main actor wants; the result is a broadcaster.
  public func filter(
    _ isIncluded: @escaping @MainActor @Sendable (Value) -> Bool
  ) -> MainActorBroadcaster<Value> {
    MainActorBroadcaster(deliveries).filter(isIncluded)
  }

  /// Follows a value that belongs to this one, such as a property of a nested model.
  ///
  ///     $selected.onMainActor.flatMapLatest { track in track.$title }
  ///
  /// The result is a value. To read it without subscribing calls `transform`.
  public func flatMapLatest<Inner: ValuePublisher>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Inner
  ) -> MainActorValue<Inner.Update> {
    let followed = MainActorBroadcaster(deliveries).map(transform).switchToLatest()
    return MainActorValue<Inner.Update>(followed.deliveredOnMainActor().withoutRepetitions()) { [read] in
      transform(read()).value
    }
  }

  /// Follows a publisher for the newest value only, made on the main actor; see ``Publisher/flatMapLatest(_:)``.
  @_disfavoredOverload
  public func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Inner
  ) -> MainActorBroadcaster<Inner.Update> {
    MainActorBroadcaster(deliveries).flatMapLatest(transform)
  }

  /// Calls closures of the main actor on the way; see
  /// ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// - Parameters:
  ///   - update: Called with each value before it is passed on.
  ///   - ended: Called after the last value when this has ended.
  public func handleEvents(
    update: (@MainActor @Sendable (Value) -> Void)? = nil, ended: (@MainActor @Sendable () -> Void)? = nil
  ) -> MainActorValue<Value> {
    MainActorValue(telling(update: update, ended: ended), read: read)
  }

  public func attach(
    _ receive: @escaping @Sendable (Value) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }
}

extension Publisher {
  /// Drops updates that are the same as the one before.
  fileprivate func withoutRepetitions() -> Broadcaster<Update> {
    withoutDuplicates(by: ChangeDetection<Update>.dynamic().isSame)
  }
}
