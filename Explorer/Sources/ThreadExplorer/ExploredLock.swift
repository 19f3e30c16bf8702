/// A lock that an explorer knows; on other threads it does nothing.
public final class ExploredLock: Sendable {
  let number = ObjectNumber.next()

  /// Creates a lock that is free.
  public init() {}

  /// Calls the closure with the lock in hand. Taking it is a scheduling point.
  public func withLock<Result>(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
    _ body: () throws -> Result
  ) rethrows -> Result {
    lock(at: SourcePlace(fileID: fileID, line: line, function: function))
    defer { unlock() }
    return try body()
  }

  func lock(at place: SourcePlace) {
    ControlledThread.current?.acquire(number, at: place)
  }

  func unlock() {
    ControlledThread.current?.release(number)
  }
}
