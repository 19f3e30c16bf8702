public import TidingsCore

/// A value that is read and delivered on the main actor, with operators whose closures use main-actor state.
///
/// ``ValuePublisher/onMainActor`` returns it. A subscriber on the main actor receives the current value before
/// `subscribe` returns, and another subscriber one hop later. Operators that are not declared here have closures that
/// run on any thread, and return broadcasters.
public struct MainActorValue<Value: Sendable>: Publisher {
  /// Delivers on the main actor.
  private let deliveries: Broadcaster<Value>
  private let read: @MainActor @Sendable () -> Value

  init(_ deliveries: Broadcaster<Value>, read: @escaping @MainActor @Sendable () -> Value) {
    self.deliveries = deliveries
    self.read = read
  }

  /// The current value. Reading it calls the closures of operators.
  @MainActor public var value: Value { read() }

  /// Transforms the value on the main actor. The result notifies subscribers only of changes.
  ///
  /// Results are compared with `==`, also if it is isolated to the main actor. Objects without `==` are compared by
  /// identity.
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Output
  ) -> MainActorValue<Output> {
    let onMainActor = MainActorClosure(transform).call
    return MainActorValue<Output>(
      deliveries.map(onMainActor).withoutRepetitions()
    ) { [read] in transform(read()) }
  }

  /// Transforms each value on the main actor, and drops nil.
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Output?
  ) -> MainActorBroadcaster<Output> {
    MainActorBroadcaster(deliveries).compactMap(transform)
  }

  /// Delivers the values that satisfy a condition on the main actor.
  public func filter(
    _ isIncluded: @escaping @MainActor @Sendable (Value) -> Bool
  ) -> MainActorBroadcaster<Value> {
    MainActorBroadcaster(deliveries).filter(isIncluded)
  }

  /// Follows a value of the current value, such as a property of a nested model.
  ///
  ///     $selected.onMainActor.flatMapLatest { track in track.$title }
  ///
  /// The result is a value. Reading it without a subscription calls `transform`.
  public func flatMapLatest<Inner: ValuePublisher>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Inner
  ) -> MainActorValue<Inner.Update> {
    let followed = MainActorBroadcaster(deliveries).map(transform).switchToLatest()
    return MainActorValue<Inner.Update>(followed.deliveredOnMainActor().withoutRepetitions()) { [read] in
      transform(read()).value
    }
  }

  /// Follows the publisher that a main-actor closure returns for the latest value. See ``Publisher/flatMapLatest(_:)``.
  @_disfavoredOverload
  public func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Inner
  ) -> MainActorBroadcaster<Inner.Update> {
    MainActorBroadcaster(deliveries).flatMapLatest(transform)
  }

  /// Calls main-actor closures for events. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  ///
  /// - Parameters:
  ///   - update: Called with each value before its delivery.
  ///   - ended: Called at the end, after the last value.
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
  /// Drops updates that are equal to the previous one.
  fileprivate func withoutRepetitions() -> Broadcaster<Update> {
    withoutDuplicates(by: ChangeDetection<Update>.dynamic().isSame)
  }
}
