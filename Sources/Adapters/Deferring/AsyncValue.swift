public import TidingsCore

/// A published value with a setter that takes its time: a setting on a device, a field on a server.
///
/// Setting asks for a change; the value changes, and its subscribers hear of it, when that has happened.
///
///     let volume = AsyncValue(player.volume) { player.requestVolume($0) }
///     volume.set(0.5)
public struct AsyncValue<Value: Sendable>: ValuePublisher {
  /// The value as it is.
  public let publishedValue: PublishedValue<Value>
  private let setter: @Sendable (Value) -> Void

  /// Joins a value and what changes it.
  ///
  /// - Parameters:
  ///   - publishedValue: Publishes what has become of it.
  ///   - set: Asks for a change. Called on the thread that sets.
  public init(_ publishedValue: PublishedValue<Value>, set: @escaping @Sendable (Value) -> Void) {
    self.publishedValue = publishedValue
    setter = set
  }

  /// Asks for a change; ``value`` follows when it has happened.
  public func set(_ newValue: Value) {
    setter(newValue)
  }
}

extension AsyncValue: CustomStringConvertible, CustomReflectable {
  /// The type: `AsyncValue<Double>`.
  public var description: String {
    "AsyncValue<\(Value.self)>"
  }

  public var customMirror: Mirror {
    Mirror(self, children: [:])
  }
}
