/// A property that publishes its changes: the source of a ``PublishedValue``, also as a property wrapper.
///
///     @MainActor final class PlayerModel {
///       @PublishedProperty private(set) var title = ""
///     }
///
///     model.$title.subscribe { print($0) }.store(in: subscriptions)
///
/// Setting an equal value (or, for non-Equatable classes, the same instance) does not notify subscribers. Updates are delivered
/// after the change. Without a hop, they are delivered on the thread that makes the change or on one that is already delivering.
/// When the property is released, its subscriptions end. Its operators, such as `map`, return a ``PublishedValue``.
///
/// In a `Sendable` class without an actor, write `let title = PublishedProperty("")` and use ``value``. Write the same in a
/// struct: its copies share the property, so `@PublishedProperty var` is an error there. In an `@Observable` class, write
/// `@ObservationIgnored` before the attribute.
@propertyWrapper public final class PublishedProperty<Value: Sendable>: ValuePublisher, DeliveringPublisher {
  @usableFromInline let hub: Hub<Value>
  @usableFromInline let run: RunID
  @usableFromInline let changeDetection: ChangeDetection<Value>

  @usableFromInline init(hub: Hub<Value>, run: RunID, changeDetection: ChangeDetection<Value>) {
    self.hub = hub
    self.run = run
    self.changeDetection = changeDetection
  }

  /// Creates a property with an initial value, and looks up an `Equatable` conformance at run time.
  public convenience init(_ value: Value) {
    self.init(hub: Hub(remembering: 1, initial: value), run: .standing, changeDetection: .dynamic())
  }

  /// Creates a property with an initial equatable value.
  @inlinable public convenience init(_ value: Value) where Value: Equatable {
    self.init(hub: Hub(remembering: 1, initial: value), run: .standing, changeDetection: .equatable())
  }

  /// Creates the storage of `@PublishedProperty var` with its initial value.
  public convenience init(wrappedValue: Value) { self.init(wrappedValue) }

  /// Creates the storage of `@PublishedProperty var` with its initial equatable value.
  @inlinable public convenience init(wrappedValue: Value) where Value: Equatable { self.init(wrappedValue) }
  deinit { hub.finish(in: run) }

  /// The value that was last set. Setting it notifies the subscribers if it has changed.
  ///
  /// It can be read and set on any thread. `value += 1` reads and then sets, while ``mutate(_:)`` is one step.
  ///
  /// - Complexity: O(1) to read, and O(*n*) to set another value, where *n* is the number of subscribers.
  @inlinable public var value: Value {
    get { hub.value }
    set { hub.set(newValue, in: run, changeDetection: changeDetection) }
  }

  /// The wrapped value, which is available only for classes and actors.
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
  // The compiler uses this subscript for objects, and `wrappedValue` for everything else.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, PublishedProperty<Value>>
  ) -> Value {
    get { owner[keyPath: storage].value }
    set { owner[keyPath: storage].value = newValue }
  }

  /// The published value of this property. It does not keep the property alive.
  public var publishedValue: PublishedValue<Value> { PublishedValue(hub: hub) }

  /// The published value, as `$name`. It does not keep the property alive.
  public var projectedValue: PublishedValue<Value> { publishedValue }
  package var deliveries: Broadcaster<Value> { Broadcaster(hub) }

  /// This property if it was made for a start closure, after which nothing else need keep it.
  @usableFromInline package var ofRun: PublishedProperty? { hub.lifecycle == nil ? nil : self }

  /// Changes the value as one step.
  ///
  /// The closure changes a copy, so an array or a dictionary is copied once for each call. No lock is held while the closure
  /// runs. If another write came between, the closure runs again on the newer value. It should therefore do nothing but change
  /// its argument, in less time than there is between other writes. A closure that changes this property at each call never
  /// succeeds, which is a programming error and traps after 100,000 attempts.
  ///
  /// - Returns: The result of the last call of the closure.
  /// - Complexity: O(*n* + *m*), where *n* is the number of subscribers, and *m* the cost of a copy that is changed.
  @discardableResult
  @inlinable public func mutate<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    try hub.write(in: run, isSame: changeDetection.isSame, change)
  }

  /// Whether there are subscribers. In a start closure, only those of this run count.
  public var hasSubscribers: Bool { hub.hasSubscribers(in: run) }

  /// Invalidates the subscriptions that were made directly to this. Their end handlers are not called.
  ///
  /// A subscription on an actor or through an operator such as `share()` still receives pending updates, and remains active.
  /// In a start closure, the subscriber for which the closure was called stays, too.
  public func removeAllSubscribers() { hub.invalidateAll(in: run) }

  @inlinable public func attach(
    _ receive: @escaping @Sendable (Value) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    hub.join(receive, ended: ended)
  }

  /// Sets the property to a value that is read elsewhere, if the value has changed.
  ///
  /// The final value was read after the last call began.
  @usableFromInline package func refresh(_ read: () -> Value) {
    hub.refresh(in: run, unless: changeDetection.isSame, read)
  }

  /// Ends the published value before the property is released.
  package func finish() { hub.finish(in: run) }
}
