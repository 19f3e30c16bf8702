/// A value that can be read, and whose subscribers receive the current value and then every change.
///
/// The current value is delivered before `subscribe` returns. No change is lost or duplicated after it, regardless of
/// other threads. The last update equals the final value. Create a published value from a ``PublishedProperty``.
public struct PublishedValue<Value: Sendable>: ValuePublisher, DeliveringPublisher {
  package let deliveries: Broadcaster<Value>
  private let reading: @Sendable () -> Value
  private let readVersion: @Sendable () -> ValueVersion

  /// - Parameter version: Returns a version that differs after each change of what the value is read from. Readings
  ///   between which no version has changed belong together.
  @usableFromInline
  package init(
    _ deliveries: Broadcaster<Value>, version: @escaping @Sendable () -> ValueVersion,
    read: @escaping @Sendable () -> Value
  ) {
    self.deliveries = deliveries
    reading = read
    readVersion = version
  }

  @usableFromInline
  package init(hub: Hub<Value>) {
    self.init(Broadcaster(hub), version: { hub.version }, read: { hub.value })
  }

  /// Creates a value that never changes. Its subscriptions receive the value and end.
  public init(constant value: Value) {
    let hub = Hub(remembering: 1, initial: value)
    hub.finish()
    self.init(hub: hub)
  }

  /// Creates a value that is kept up to date while it has subscribers.
  ///
  /// - Parameters:
  ///   - initial: The value while there are no subscribers. It is restored when the last subscriber has unsubscribed.
  ///   - start: Called for the first subscriber, with a property to set. A value that it sets immediately is the first
  ///     that this subscriber receives. The returned token is invalidated when the last subscriber has unsubscribed.
  ///     Values that are set afterwards are dropped. When the property is released, the value ends.
  public init(initial: Value, _ start: @escaping @Sendable (_ property: PublishedProperty<Value>) -> Subscription) {
    self.init(initial: initial, changeDetection: .dynamic(), start)
  }

  /// Creates an equatable value that is kept up to date while it has subscribers.
  ///
  /// - Parameters:
  ///   - initial: The value while there are no subscribers. It is restored when the last subscriber has unsubscribed.
  ///   - start: Called for the first subscriber, with a property to set. A value that it sets immediately is the first
  ///     that this subscriber receives. The returned token is invalidated when the last subscriber has unsubscribed.
  ///     Values that are set afterwards are dropped. When the property is released, the value ends.
  @inlinable
  public init(
    initial: Value, _ start: @escaping @Sendable (_ property: PublishedProperty<Value>) -> Subscription
  ) where Value: Equatable {
    self.init(initial: initial, changeDetection: .equatable(), start)
  }

  @usableFromInline
  init(
    initial: Value, changeDetection: ChangeDetection<Value>,
    _ start: @escaping @Sendable (PublishedProperty<Value>) -> Subscription
  ) {
    self.init(
      hub: Hub(remembering: 1, initial: initial) { hub, run in
        Nesting.callStartClosure { start(PublishedProperty(hub: hub, run: run, changeDetection: changeDetection)) }
      })
  }

  /// The value that a new subscriber would receive first. Transformations run on the calling thread.
  public var value: Value {
    reading()
  }

  /// This value.
  @inlinable
  public var publishedValue: PublishedValue<Value> {
    self
  }

  @usableFromInline package var version: ValueVersion {
    readVersion()
  }

  public func attach(
    _ receive: @escaping @Sendable (Value) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }

  /// Returns a value that is read like this one, with updates from a broadcaster that was made from this one.
  @usableFromInline
  package func delivered(by deliveries: Broadcaster<Value>) -> PublishedValue<Value> {
    PublishedValue(deliveries, version: readVersion, read: reading)
  }
}

/// The version of a published value, which differs after each change of what the value is read from.
///
/// For a value made from others, it is the list of their versions. A sum would be ambiguous: 3 + 5 equals 4 + 4.
@usableFromInline
package enum ValueVersion: Sendable {
  /// The number of changes of a hub. The hub is retained, so that no other hub can reuse its address.
  case changes(UInt, of: AnyHub)
  case list([ValueVersion])
  /// The value is read from a source that does not report its changes.
  case untold

  /// Whether equal versions mean that the value has not changed.
  package var tellsEveryChange: Bool {
    switch self {
    case .changes: true
    case .list(let versions): versions.allSatisfy(\.tellsEveryChange)
    case .untold: false
    }
  }
}

extension ValueVersion: Equatable {
  @usableFromInline
  package static func == (old: ValueVersion, new: ValueVersion) -> Bool {
    switch (old, new) {
    case (.changes(let before, let hub), .changes(let after, let other)): before == after && hub === other
    case (.list(let before), .list(let after)): before == after
    case (.untold, .untold): true
    case (.changes, _), (.list, _), (.untold, _): false
    }
  }
}
