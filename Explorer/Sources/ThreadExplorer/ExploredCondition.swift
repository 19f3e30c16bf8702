import Synchronization

/// A condition variable that an explorer knows. A wake-up that comes before anybody waits is lost, as it is with those of
/// operating systems; a thread that waits for ever is reported as a deadlock.
///
/// Threads are woken in the order in which they began to wait, and only by signals.
public final class ExploredCondition: Sendable {
  private struct Queue {
    var tickets = 0
    var waiting: [Int] = []
  }

  private let queue = Mutex(Queue())
  private let number = ObjectNumber.next()

  /// Creates a condition that nobody waits for.
  public init() {}

  /// Releases the lock and waits, in one step; takes the lock again when a signal has come.
  public func wait(
    releasing lock: ExploredLock,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let place = SourcePlace(fileID: fileID, line: line, function: function)
    reach(place)
    let ticket = queue.withLock { queue in
      queue.tickets += 1
      queue.waiting.append(queue.tickets)
      return queue.tickets
    }
    lock.unlock()
    ControlledThread.current?.wait(for: number, at: place) { [self] in
      queue.withLock { !$0.waiting.contains(ticket) }
    }
    lock.lock(at: place)
  }

  /// Wakes the thread that has waited longest, if one waits.
  public func signal(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    reach(SourcePlace(fileID: fileID, line: line, function: function))
    queue.withLock { if !$0.waiting.isEmpty { $0.waiting.removeFirst() } }
  }

  /// Wakes all threads that wait.
  public func broadcast(
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    reach(SourcePlace(fileID: fileID, line: line, function: function))
    queue.withLock { $0.waiting.removeAll() }
  }

  private func reach(_ place: SourcePlace) {
    ControlledThread.current?.reach(Access(object: number, kind: .update, ordering: .relaxed, place: place))
  }
}
