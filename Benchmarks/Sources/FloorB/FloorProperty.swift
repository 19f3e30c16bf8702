public import Synchronization

/// Floor B for state: a lock like that of ``FloorSource``, with the value beside the closures.
///
/// The value is compared and stored under the lock. Only a change is sent.
public final class FloorProperty<Value: Sendable & Equatable>: Sendable {
  @usableFromInline let state: Mutex<(value: Value, subscribers: FloorSubscribers<Value>)>

  /// Creates a property without subscribers.
  @inlinable
  public init(_ value: Value) {
    state = Mutex((value, FloorSubscribers()))
  }

  /// Stores a value. If it differs from the previous one, calls every subscriber on this thread.
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

  /// Adds a subscriber, which stays until the property is released.
  @inlinable
  public func subscribe(_ receive: @escaping @Sendable (Value) -> Void) {
    receive(
      state.withLock { state in
        _ = state.subscribers.add(receive)
        return state.value
      })
  }
}
