public import TidingsCore

/// A value that is read and delivered on the main actor, with operators whose closures use main-actor state.
///
/// Made by ``ValuePublisher/onMainActor``. A subscriber on the main actor gets the current value before `subscribe`
/// returns, then every change; one elsewhere gets them a hop later. It is no ``ValuePublisher``: operators that are not
/// declared here take closures that run anywhere, as on every publisher, and their results are plain broadcasters.
public struct MainActorValue<Value: Sendable>: Publisher, Attachable {
  /// Delivers on the main actor.
  package let attachment: Attachment<Value>
  private let read: @MainActor @Sendable () -> Value

  init(_ attachment: Attachment<Value>, read: @escaping @MainActor @Sendable () -> Value) {
    self.attachment = attachment
    self.read = read
  }

  /// The current value. Transformations run.
  @MainActor public var value: Value {
    read()
  }

  /// Transforms the value on the main actor; the result updates when what it is transformed to changes.
  ///
  /// Results are compared by their `==`, also where that belongs to the main actor, and objects without one by
  /// identity.
  public func map<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Output
  ) -> MainActorValue<Output> {
    let onMainActor = MainActorClosure(transform).call
    return MainActorValue<Output>(
      Stage { value, emit in emit(onMainActor(value)) }.attached(to: attachment).withoutRepetitions()
    ) { [read] in transform(read()) }
  }

  /// Transforms each value on the main actor, and drops those that become nil; the result is a broadcaster.
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Output?
  ) -> MainActorBroadcaster<Output> {
    MainActorBroadcaster(attachment).compactMap(transform)
  }

  /// Passes on the values that a closure of the main actor wants; the result is a broadcaster.
  public func filter(
    _ isIncluded: @escaping @MainActor @Sendable (Value) -> Bool
  ) -> MainActorBroadcaster<Value> {
    MainActorBroadcaster(attachment).filter(isIncluded)
  }

  /// Follows a value that belongs to this one, such as a property of a nested model.
  ///
  ///     $selected.onMainActor.flatMapLatest { track in track.$title }
  ///
  /// The result is a value. To read it without subscribing calls `transform`.
  public func flatMapLatest<Inner: ValuePublisher>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Inner
  ) -> MainActorValue<Inner.Update> {
    let followed = MainActorBroadcaster(attachment).map(transform).switchToLatest()
    return MainActorValue<Inner.Update>(followed.attachment.onMainActor().withoutRepetitions()) { [read] in
      transform(read()).value
    }
  }

  /// Follows a publisher for the newest value only, made on the main actor; see ``Publisher/flatMapLatest(_:)``.
  @_disfavoredOverload
  public func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping @MainActor @Sendable (Value) -> Inner
  ) -> MainActorBroadcaster<Inner.Update> {
    MainActorBroadcaster(attachment).flatMapLatest(transform)
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
    MainActorValue(attachment.telling(update: update, ended: ended), read: read)
  }

  public func attach(_ receive: @escaping @Sendable (Value) -> Void) -> Subscription {
    attachment(receive)
  }
}

extension Attachment {
  /// Drops updates that are the same as the one before.
  fileprivate func withoutRepetitions() -> Attachment {
    let sameness = Sameness<Update>.dynamic()
    return Stage<Update, Update>(remembering: Update?.none) { previous, update, emit in
      if let previous, sameness.isSame(previous, update) { return }
      previous = update
      emit(update)
    }.attached(to: self)
  }
}
