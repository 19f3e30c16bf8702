public import TidingsCore

extension Publisher {
  /// This publisher on the main actor: its operators take closures that use main-actor state.
  ///
  ///     model.messages.onMainActor.map { [formatter] in formatter.string($0) }.subscribe { [weak self] in self?.show($0) }
  ///
  /// If an update is published on the main actor and no earlier one is pending, the closures run immediately. Otherwise, they run
  /// one hop later, in order. The publisher never waits for the main actor, and the number of pending updates is not limited.
  /// Ends when this publisher ends, after pending updates. If only the subscriber runs on the main actor, this is not needed,
  /// because `subscribe` delivers there when it is called there.
  @_alwaysEmitIntoClient public var onMainActor: MainActorBroadcaster<Update> {
    MainActorBroadcaster(deliveredOnMainActor())
  }

  @_alwaysEmitIntoClient func deliveredOnMainActor() -> Broadcaster<Update> {
    Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, ended in
      Mailbox.subscribe(to: upstream, at: .main, calledFrom: nil, ended: ended.map { EndHandler($0) }, receive)
    })
  }
}

extension ValuePublisher {
  /// This value on the main actor: its operators take closures that use main-actor state.
  ///
  ///     $items.onMainActor.map { [formatter] in $0.map(formatter.string) }.subscribe { [weak self] in self?.rows = $0 }
  ///     $selected.onMainActor.flatMapLatest { $0.$title }.subscribe { [weak self] in self?.title = $0 }
  ///
  /// The result is a value that is read only on the main actor. A subscriber on the main actor receives the current
  /// value before `subscribe` returns. See ``Publisher/onMainActor``.
  @_alwaysEmitIntoClient public var onMainActor: MainActorValue<Update> {
    let source = publishedValue
    return MainActorValue(source.deliveredOnMainActor()) { source.value }
  }
}

/// Events that are delivered on the main actor, with operators whose closures use main-actor state.
///
/// ``Publisher/onMainActor`` returns it. Operators that are not declared here have closures that run on any thread, and
/// return broadcasters.
public struct MainActorBroadcaster<Update: Sendable>: Publisher {
  @usableFromInline let deliveries: Broadcaster<Update>

  @usableFromInline init(_ deliveries: Broadcaster<Update>) { self.deliveries = deliveries }

  /// Transforms each update on the main actor. See ``Publisher/map(_:)``.
  @_alwaysEmitIntoClient public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Output
  ) -> MainActorBroadcaster<Output> {
    let transform = MainActorClosure(transform).call
    return MainActorBroadcaster<Output>(deliveries.map(transform))
  }

  /// Transforms each update on the main actor, and drops nil. See ``Publisher/compactMap(_:)``.
  @_alwaysEmitIntoClient public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Output?
  ) -> MainActorBroadcaster<Output> {
    let transform = MainActorClosure(transform).call
    return MainActorBroadcaster<Output>(deliveries.compactMap(transform))
  }

  /// Delivers the updates that satisfy a condition on the main actor. See ``Publisher/filter(_:)``.
  @_alwaysEmitIntoClient
  public func filter(_ isIncluded: @escaping @MainActor @Sendable (Update) -> Bool) -> MainActorBroadcaster<Update> {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Drops duplicates, which are compared on the main actor.
  ///
  /// See ``Publisher/removeDuplicates(by:)-((Self.Update,Self.Update)->Bool)``. `removeDuplicates { $0 == $1 }` compares types
  /// whose `Equatable` conformance is isolated to the main actor.
  @_alwaysEmitIntoClient public func removeDuplicates(
    by isDuplicate: @escaping @MainActor @Sendable (_ previous: Update, _ update: Update) -> Bool
  ) -> MainActorBroadcaster<Update> {
    let isDuplicate = MainActorClosure<(Update, Update), Bool> { isDuplicate($0.0, $0.1) }.call
    return MainActorBroadcaster(deliveries.removeDuplicates { isDuplicate(($0, $1)) })
  }

  /// Follows the publisher that a main-actor closure returns for the latest update. See ``Publisher/flatMapLatest(_:)``.
  @_alwaysEmitIntoClient public func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping @MainActor @Sendable (Update) -> Inner
  ) -> MainActorBroadcaster<Inner.Update> {
    // Each inner publisher hops by itself, so that a switch drops updates that wait for their hop.
    let transform = MainActorClosure(transform).call
    return MainActorBroadcaster<Inner.Update>(deliveries.flatMapLatest { transform($0).deliveredOnMainActor() })
  }

  /// Calls main-actor closures for events. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  @_alwaysEmitIntoClient public func handleEvents(
    update: (@MainActor @Sendable (Update) -> Void)? = nil, ended: (@MainActor @Sendable () -> Void)? = nil
  ) -> MainActorBroadcaster<Update> {
    let update = update.map { MainActorClosure($0).call }
    let ended = ended.map { ended -> @Sendable () -> Void in
      let call = MainActorClosure<Void, Void> { ended() }.call
      return { call(()) }
    }
    return MainActorBroadcaster(deliveries.handleEvents(update: update, ended: ended))
  }

  public func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }
}

/// A value that is read and delivered on the main actor, with operators whose closures use main-actor state.
///
/// ``ValuePublisher/onMainActor`` returns it. A subscriber on the main actor receives the current value before
/// `subscribe` returns, and another subscriber one hop later. Operators that are not declared here have closures that
/// run on any thread, and return broadcasters.
public struct MainActorValue<Value: Sendable>: Publisher {
  @usableFromInline let deliveries: Broadcaster<Value>
  @usableFromInline let read: @MainActor @Sendable () -> Value

  @usableFromInline init(_ deliveries: Broadcaster<Value>, read: @escaping @MainActor @Sendable () -> Value) {
    self.deliveries = deliveries
    self.read = read
  }

  /// The current value. Reading it calls the closures of operators.
  @_alwaysEmitIntoClient @MainActor public var value: Value { read() }

  /// Transforms the value on the main actor. The result notifies subscribers only of changes.
  ///
  /// Results are compared with `==`, also if it is isolated to the main actor. Objects without `==` are compared by identity.
  @_alwaysEmitIntoClient public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Output
  ) -> MainActorValue<Output> {
    let onMainActor = MainActorClosure(transform).call
    let changes = deliveries.map(onMainActor).withoutDuplicates(by: ChangeDetection<Output>.dynamic().isSame)
    return MainActorValue<Output>(changes) { [read] in transform(read()) }
  }

  /// Transforms each value on the main actor, and drops nil.
  @_alwaysEmitIntoClient public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Output?
  ) -> MainActorBroadcaster<Output> {
    MainActorBroadcaster(deliveries).compactMap(transform)
  }

  /// Delivers the values that satisfy a condition on the main actor.
  @_alwaysEmitIntoClient
  public func filter(_ isIncluded: @escaping @MainActor @Sendable (Value) -> Bool) -> MainActorBroadcaster<Value> {
    MainActorBroadcaster(deliveries).filter(isIncluded)
  }

  /// Follows a value of the current value, such as a property of a nested model.
  ///
  ///     $selected.onMainActor.flatMapLatest { track in track.$title }
  ///
  /// The result is a value. Reading it without a subscription calls `transform`.
  @_alwaysEmitIntoClient public func flatMapLatest<Inner: ValuePublisher>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Inner
  ) -> MainActorValue<Inner.Update> {
    let followed = MainActorBroadcaster(deliveries).flatMapLatest(transform)
    let changes = followed.withoutDuplicates(by: ChangeDetection<Inner.Update>.dynamic().isSame)
    return MainActorValue<Inner.Update>(changes) { [read] in transform(read()).value }
  }

  /// Follows the publisher that a main-actor closure returns for the latest value. See ``Publisher/flatMapLatest(_:)``.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Inner
  ) -> MainActorBroadcaster<Inner.Update> {
    MainActorBroadcaster(deliveries).flatMapLatest(transform)
  }

  /// Calls main-actor closures for events. See ``Publisher/handleEvents(subscribed:update:ended:invalidated:)``.
  @_alwaysEmitIntoClient public func handleEvents(
    update: (@MainActor @Sendable (Value) -> Void)? = nil, ended: (@MainActor @Sendable () -> Void)? = nil
  ) -> MainActorValue<Value> {
    MainActorValue(MainActorBroadcaster(deliveries).handleEvents(update: update, ended: ended).deliveries, read: read)
  }

  public func attach(_ receive: @escaping @Sendable (Value) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }
}
