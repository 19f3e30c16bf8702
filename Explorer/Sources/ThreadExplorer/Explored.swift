import Synchronization

/// A variable without a lock, each access to which is a scheduling point.
public final class ExploredVariable<Value: Sendable>: Sendable {
  private let stored: Mutex<Value>

  public init(_ value: Value) {
    stored = Mutex(value)
  }

  public var value: Value {
    get {
      ControlledThread.current?.reach("reads")
      return stored.withLock { $0 }
    }
    set {
      ControlledThread.current?.reach("writes")
      stored.withLock { $0 = newValue }
    }
  }
}

/// A lock that an explorer knows; on other threads it does nothing.
public final class ExploredLock: Sendable {
  private static let count = Atomic(UInt64.zero)
  private let number = count.add(1, ordering: .relaxed).newValue

  public init() {}

  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = ControlledThread.current
    thread?.acquire(number)
    defer { thread?.release(number) }
    return try body()
  }
}
