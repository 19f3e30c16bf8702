/// A property that publishes its changes: the source of a ``PublishedValue``, also as a property wrapper.
///
///     @MainActor final class PlayerModel {
///       @PublishedProperty private(set) var title = ""
///     }
///
///     model.$title.subscribe { print($0) }.store(in: subscriptions)
///
/// A value that equals the current one updates nobody; nor does the same reference, when it is not equatable.
/// Updates come after the change, in the order of the changes, to all subscribers alike, on the thread that makes it
/// unless ``Publisher/subscribe(isolation:fileID:line:_:)`` says otherwise. When the property goes away its subscribers
/// are told of the end.
///
/// A property is a ``ValuePublisher``: `map` of it is a ``PublishedValue``, and so with all operators of values.
///
/// In a `Sendable` class that is no actor's, write `let title = PublishedProperty("")` and use ``value``. Write the same in
/// a struct: its copies share the property, so `@PublishedProperty var` is an error there. In an `@Observable` class put
/// `@ObservationIgnored` before it.
@propertyWrapper
public final class PublishedProperty<Value: Sendable>: ValuePublisher, DeliveringPublisher {
  @usableFromInline let hub: Hub<Value>
  @usableFromInline let run: RunID
  @usableFromInline let changeDetection: ChangeDetection<Value>

  @usableFromInline
  init(hub: Hub<Value>, run: RunID, changeDetection: ChangeDetection<Value>) {
    self.hub = hub
    self.run = run
    self.changeDetection = changeDetection
  }

  /// A property with a value that is compared as its type says at run time.
  public convenience init(_ value: Value) {
    self.init(hub: Hub(remembering: 1, initial: value), run: .standing, changeDetection: .dynamic())
  }

  /// A property with an equatable value.
  @inlinable
  public convenience init(_ value: Value) where Value: Equatable {
    self.init(hub: Hub(remembering: 1, initial: value), run: .standing, changeDetection: .equatable())
  }

  /// The initial value of `@PublishedProperty var`.
  public convenience init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  /// The initial value of `@PublishedProperty var`.
  @inlinable
  public convenience init(wrappedValue: Value) where Value: Equatable {
    self.init(wrappedValue)
  }

  deinit {
    hub.finish(in: run)
  }

  /// The value that was last set, from any thread. Setting it updates the subscribers if it has changed.
  ///
  /// `value += 1` reads and then sets; use ``mutate(_:)`` where others may write in between.
  @inlinable
  public var value: Value {
    get { hub.value }
    set { hub.set(newValue, in: run, changeDetection: changeDetection) }
  }

  /// Only objects have wrapped properties.
  @available(
    *, unavailable,
    message: """
      '@PublishedProperty' is for classes and actors, as copies of a struct would share the value; \
      store 'let name = PublishedProperty(…)' and use 'name.value'.
      """
  )
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The value of a `@PublishedProperty var` of an object.
  // Where this exists, the compiler uses it for objects, and `wrappedValue` for everything else. Optimised builds fold
  // the key path, which is a literal where the property is declared.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, PublishedProperty<Value>>
  ) -> Value {
    get { owner[keyPath: storage].value }
    set { owner[keyPath: storage].value = newValue }
  }

  /// The published value of this property; it does not keep the property alive.
  public var publishedValue: PublishedValue<Value> {
    PublishedValue(hub: hub)
  }

  /// The published value, as `$name`.
  public var projectedValue: PublishedValue<Value> {
    publishedValue
  }

  package var deliveries: Broadcaster<Value> { Broadcaster(hub) }

  /// Changes the value in place, as one step.
  ///
  /// No lock is held while the closure runs: when another write got in between, it runs again on the newer value, so
  /// it should do nothing but change what it is given. Writing this property from inside the closure, or from inside
  /// the `==` of the value, is a programming error and traps.
  ///
  /// - Returns: What the closure returned when its change was accepted.
  @discardableResult
  @inlinable
  public func mutate<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    try hub.write(in: run, isSame: changeDetection.isSame, change)
  }

  /// Whether anybody is subscribed.
  public var hasSubscribers: Bool {
    hub.hasSubscribers
  }

  /// Invalidates all subscriptions, as their tokens would: nobody is told of an end.
  public func removeAllSubscribers() {
    hub.invalidateAll()
  }

  @inlinable
  public func attach(
    _ receive: @escaping @Sendable (Value) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    hub.join(receive, ended: ended)
  }
}

extension PublishedProperty {
  /// Sets the property to what it is read from, if that has changed.
  ///
  /// When another thread gets in between, the value is read again: so what is there at the end was read after the last
  /// call of this had begun.
  package func refresh(_ read: () -> Value) {
    hub.refresh(in: run, unless: changeDetection.isSame, read)
  }

  /// Ends the published value, though the property is still there.
  package func finish() {
    hub.finish(in: run)
  }
}
