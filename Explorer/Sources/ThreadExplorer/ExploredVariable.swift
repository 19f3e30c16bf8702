import Synchronization

/// Plain memory, as a stored property is: an access that races with another one is reported.
///
/// It is no scheduling point. Where the order of two accesses could matter, and no lock and no atomic decides it, that is
/// a race; where one does, each order is run because of the lock or the atomic.
public final class ExploredVariable<Value: Sendable>: Sendable {
  private let stored: Mutex<Value>
  private let number = ObjectNumber.next()

  /// Creates a variable with a value.
  public init(_ value: Value) {
    stored = Mutex(value)
  }

  /// Returns the value. No scheduling point.
  public func read(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) -> Value {
    touch(.load, SourcePlace(fileID: fileID, line: line, function: function))
    return stored.withLock { $0 }
  }

  /// Replaces the value. No scheduling point.
  public func write(
    _ value: Value, fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    touch(.store, SourcePlace(fileID: fileID, line: line, function: function))
    stored.withLock { $0 = value }
  }

  private func touch(_ kind: Access.Kind, _ place: SourcePlace) {
    ControlledThread.current?.touch(Access(object: number, kind: kind, ordering: .plain, place: place))
  }
}
