public import TidingsCore

/// A published value with an asynchronous setter, such as a setting of a device or a field on a server.
///
/// Setting requests a change. When it has happened, the value changes and its subscribers are notified.
///
///     let volume = AsyncValue(player.volume) { player.requestVolume($0) }
///     volume.set(0.5)
public struct AsyncValue<Value: Sendable>: ValuePublisher {
  /// The current value, without requested changes that have not happened yet.
  public let publishedValue: PublishedValue<Value>
  private let setter: @Sendable (Value) -> Void

  /// Creates a value from a published value and a setter.
  ///
  /// - Parameters:
  ///   - publishedValue: Publishes the changes that have happened.
  ///   - set: Requests a change. Called on the thread that calls ``set(_:)``.
  public init(_ publishedValue: PublishedValue<Value>, set: @escaping @Sendable (Value) -> Void) {
    self.publishedValue = publishedValue
    setter = set
  }

  /// Requests a change. ``value`` changes when the change has happened.
  public func set(_ newValue: Value) {
    setter(newValue)
  }
}

extension AsyncValue: CustomStringConvertible, CustomReflectable {
  /// The type: `AsyncValue<Double>`.
  public var description: String { "AsyncValue<\(Value.self)>" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
