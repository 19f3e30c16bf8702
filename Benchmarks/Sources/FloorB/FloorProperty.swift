public import Synchronization

/// Floor B for state: the same one lock, with the value beside the closures.
///
/// The value is compared and stored under the lock; only a changed one is sent.
public final class FloorProperty<Value: Sendable & Equatable>: Sendable {
  @usableFromInline let state: Mutex<(value: Value, subscribers: FloorSubscribers<Value>)>

  /// Creates a property without subscribers.
  @inlinable
  public init(_ value: Value) {
    state = Mutex((value, FloorSubscribers()))
  }

  /// Stores a value and, if it differs from the one before, calls every subscriber on this thread.
  @inlinable
  public func set(_ value: Value) {
    let snapshot = state.withLock { state -> [FloorSubscribers<Value>.Slot]? in
      guard state.value != value else { return nil }
      state.value = value
      return state.subscribers.slots
    }
    guard let snapshot else { return }
    for slot in snapshot { slot.receive(value) }
  }

  /// Adds a subscriber, which stays as long as the property.
  @inlinable
  public func subscribe(_ receive: @escaping @Sendable (Value) -> Void) {
    receive(
      state.withLock { state in
        _ = state.subscribers.add(receive)
        return state.value
      })
  }
}
