import Synchronization

/// An atomic, each access to which is a scheduling point.
public final class ExploredAtomic<Value: Equatable & Sendable>: Sendable {
  private let stored: Mutex<Value>
  private let number = ObjectNumber.next()

  /// Creates an atomic with a value.
  public init(_ value: Value) {
    stored = Mutex(value)
  }

  /// The value at the end, for expectations: no access, and no scheduling point.
  public var value: Value { stored.withLock { $0 } }

  /// Returns the value. A scheduling point.
  public func load(
    ordering: Access.Ordering,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Value {
    reach(.load, ordering, SourcePlace(fileID: fileID, line: line, function: function))
    return stored.withLock { $0 }
  }

  /// Replaces the value. A scheduling point.
  public func store(
    _ value: Value, ordering: Access.Ordering,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    reach(.store, ordering, SourcePlace(fileID: fileID, line: line, function: function))
    stored.withLock { $0 = value }
  }

  /// Stores the value and returns the former one.
  public func exchange(
    _ value: Value, ordering: Access.Ordering,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Value {
    update(ordering, SourcePlace(fileID: fileID, line: line, function: function)) { $0 = value }.original
  }

  /// Stores the desired value if the current one is as expected.
  ///
  /// The failure ordering is that of the load when it is not; nil for the ordering of success without its store.
  public func compareExchange(
    expected: Value, desired: Value, ordering: Access.Ordering, failureOrdering: Access.Ordering? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (exchanged: Bool, original: Value) {
    reach(.update, ordering, SourcePlace(fileID: fileID, line: line, function: function))
    let original = stored.withLock { value in
      defer { if value == expected { value = desired } }
      return value
    }
    if original != expected { ControlledThread.current?.hasOnlyLoaded(ordering: failureOrdering) }
    return (original == expected, original)
  }

  private func update(
    _ ordering: Access.Ordering, _ place: SourcePlace, _ change: (inout Value) -> Void
  ) -> (original: Value, value: Value) {
    reach(.update, ordering, place)
    let (original, value) = stored.withLock { value in
      let original = value
      change(&value)
      return (original, value)
    }
    // An update that changes nothing is known to others by its releasing only. Without that it counts as a load, so that
    // a lock that spins by exchanges is seen to spin.
    if original == value, !ordering.releases { ControlledThread.current?.hasOnlyLoaded() }
    return (original, value)
  }

  private func reach(_ kind: Access.Kind, _ ordering: Access.Ordering, _ place: SourcePlace) {
    ControlledThread.current?.reach(Access(object: number, kind: kind, ordering: ordering, place: place))
  }
}

extension ExploredAtomic where Value: FixedWidthInteger {
  /// Adds to the value and returns the new one; wraps around.
  @discardableResult
  public func add(
    _ operand: Value, ordering: Access.Ordering,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> (oldValue: Value, newValue: Value) {
    let result = update(ordering, SourcePlace(fileID: fileID, line: line, function: function)) { $0 &+= operand }
    return (result.original, result.value)
  }
}
