/// A value that can be read and followed: subscribers get the current one before `subscribe` returns, then every
/// change.
///
/// Nothing is lost or doubled between the first value and the first change, whatever other threads do, and the last
/// update equals the final value. Make one from a ``PublishedProperty``.
public struct PublishedValue<Value: Sendable>: ValuePublisher, DeliveringPublisher {
  package let deliveries: Broadcaster<Value>
  private let reading: @Sendable () -> Value
  private let readVersion: @Sendable () -> ValueVersion

  /// - Parameter version: Changes with each change of what the value is read from: readings between which no version
  ///   has changed belong together.
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

  /// A value that never changes; its subscriptions get it and end.
  public init(constant value: Value) {
    let hub = Hub(remembering: 1, initial: value)
    hub.finish()
    self.init(hub: hub)
  }

  /// A value that is kept up to date from its first subscriber to its last.
  ///
  /// - Parameters:
  ///   - initial: The value while nobody listens; it is back when the last subscriber has left.
  ///   - start: Called for the first subscriber, with a property to set; what it sets at once is what that subscriber
  ///     gets first. The token it returns is invalidated when the last subscriber has left. What is set after that is
  ///     dropped. When the property goes away, the value ends.
  public init(initial: Value, _ start: @escaping @Sendable (_ property: PublishedProperty<Value>) -> Subscription) {
    self.init(initial: initial, changeDetection: .dynamic(), start)
  }

  /// A value that is kept up to date from its first subscriber to its last, and is equatable.
  ///
  /// - Parameters:
  ///   - initial: The value while nobody listens; it is back when the last subscriber has left.
  ///   - start: Called for the first subscriber, with a property to set; what it sets at once is what that subscriber
  ///     gets first. The token it returns is invalidated when the last subscriber has left. What is set after that is
  ///     dropped. When the property goes away, the value ends.
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

  /// What somebody who subscribes now would get first. Transformations run on the calling thread.
  public var value: Value {
    reading()
  }

  /// This value itself.
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

  /// A value that reads as this one, whose updates come from a broadcaster made of this one.
  @usableFromInline
  package func delivered(by deliveries: Broadcaster<Value>) -> PublishedValue<Value> {
    PublishedValue(deliveries, version: readVersion, read: reading)
  }
}

/// The version of a published value: it differs after each change of what the value is read from.
///
/// The version of a value that is made of others is the list of their versions. A sum would not do: 3 and 5 add up to the
/// same as 4 and 4.
@usableFromInline
package enum ValueVersion: Sendable {
  /// The number of changes of a hub. The hub is held, so that no other can be at its address meanwhile.
  case changes(UInt, of: AnyHub)
  case list([ValueVersion])
  /// The value is read where nobody tells of its changes.
  case untold

  /// Whether equal versions mean that the value is the same.
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
