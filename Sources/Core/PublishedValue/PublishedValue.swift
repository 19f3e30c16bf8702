/// A publisher with a current value, such as a ``PublishedValue`` or a ``PublishedProperty``.
///
/// Operators that return a value are declared on this protocol and accept any value publisher as an argument. A property
/// therefore needs no conversion. With `name` and `isActive` properties,
///
///     let isShown: PublishedValue<Bool> = name.map { !$0.isEmpty }.combineLatest(isActive) { $0 && $1 }
///
/// is a published value that updates only when it changes. It does not keep its properties alive, and ends with them.
///
/// A custom type conforms by returning its published value:
///
///     struct Thermometer: ValuePublisher {
///       let publishedValue: PublishedValue<Double>
///     }
public protocol ValuePublisher<Update>: Publisher {
  // Declared again, so that the compiler infers it from the requirements here.
  associatedtype Update

  /// The published value that operators transform and that subscribers subscribe to.
  var publishedValue: PublishedValue<Update> { get }

  /// The current value.
  var value: Update { get }
}

extension ValuePublisher {
  public var value: Update { publishedValue.value }

  public func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    publishedValue.attach(receive, ended: ended)
  }
}

/// A value that can be read, and whose subscribers receive the current value and then every change.
///
/// The current value is delivered before `subscribe` returns. No later change is lost or duplicated. The last update equals the
/// final value. Create a published value from a ``PublishedProperty``.
public struct PublishedValue<Value: Sendable>: ValuePublisher, DeliveringPublisher {
  package let deliveries: Broadcaster<Value>
  @usableFromInline package let read: @Sendable () -> Value

  @usableFromInline package init(_ deliveries: Broadcaster<Value>, read: @escaping @Sendable () -> Value) {
    self.deliveries = deliveries
    self.read = read
  }

  @usableFromInline package init(hub: Hub<Value>) { self.init(Broadcaster(hub)) { hub.value } }

  /// Creates a value that never changes. Its subscriptions receive the value and end.
  public init(constant value: Value) {
    let hub = Hub(remembering: 1, initial: value)
    hub.finish()
    self.init(hub: hub)
  }

  /// Creates a value that is kept up to date while it has subscribers. See `init(initial:_:)` for equatable values.
  public init(initial: Value, _ start: @escaping @Sendable (_ property: PublishedProperty<Value>) -> Subscription) {
    self.init(initial: initial, changeDetection: .dynamic(), start)
  }

  /// Creates an equatable value that is kept up to date while it has subscribers.
  ///
  /// - Parameters:
  ///   - initial: The value while there are no subscribers. It is restored when the last subscriber has unsubscribed, unless the
  ///     value has ended.
  ///   - start: Called for the first subscriber, with a property to set. A value that it sets immediately is the first that this
  ///     subscriber receives, unless the previous run is still being stopped. The returned token is invalidated when the last
  ///     subscriber has unsubscribed. Values that are set afterwards are dropped. When the property is released, the value ends.
  @inlinable public init(
    initial: Value, _ start: @escaping @Sendable (_ property: PublishedProperty<Value>) -> Subscription
  ) where Value: Equatable {
    self.init(initial: initial, changeDetection: .equatable(), start)
  }

  /// Creates a value that is kept up to date while it has subscribers, and then keeps the last one.
  @usableFromInline
  package init(keeping initial: Value, _ start: @escaping @Sendable (PublishedProperty<Value>) -> Subscription) {
    self.init(initial: initial, changeDetection: .dynamic(), keepsMemory: true, start)
  }

  @usableFromInline init(
    initial: Value, changeDetection: ChangeDetection<Value>, keepsMemory: Bool = false,
    _ start: @escaping @Sendable (PublishedProperty<Value>) -> Subscription
  ) {
    self.init(
      hub: Hub(remembering: 1, initial: initial, keepsMemory: keepsMemory) { hub, run in
        start(PublishedProperty(hub: hub, run: run, changeDetection: changeDetection))
      })
  }

  /// The current value. Transformations run on the calling thread.
  ///
  /// Without subscribers, a value with a start closure reads as its initial value, or after its end as the last one.
  public var value: Value { read() }

  /// This value.
  @inlinable public var publishedValue: PublishedValue<Value> { self }

  public func attach(_ receive: @escaping @Sendable (Value) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }

  /// Returns a value that is read like this one, with updates from a broadcaster that was made from this one.
  @usableFromInline package func delivered(by deliveries: Broadcaster<Value>) -> PublishedValue<Value> {
    PublishedValue(deliveries, read: read)
  }
}
