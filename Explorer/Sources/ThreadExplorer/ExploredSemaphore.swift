import Synchronization

/// A semaphore that an explorer knows. A thread that waits on it for ever is reported as a deadlock.
public final class ExploredSemaphore: Sendable {
  private let count: Mutex<Int>
  private let number = ObjectNumber.next()

  /// Creates a semaphore that lets so many threads go on.
  public init(_ count: Int) {
    self.count = Mutex(count)
  }

  /// Lets one more thread go on. A scheduling point.
  public func signal(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let place = SourcePlace(fileID: fileID, line: line, function: function)
    ControlledThread.current?.reach(Access(object: number, kind: .update, ordering: .releasing, place: place))
    count.withLock { $0 += 1 }
  }

  /// Returns when the count is positive, and takes one from it.
  public func wait(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let place = SourcePlace(fileID: fileID, line: line, function: function)
    ControlledThread.current?.wait(for: number, at: place) { [self] in count.withLock { $0 > 0 } }
    count.withLock { $0 -= 1 }
  }
}
