import Synchronization
import TidingsCore

/// A state behind a lock, whose changes can be awaited.
final class AwaitedState<State: Sendable>: Sendable {
  private struct Content: Sendable {
    var state: State
    /// One for each waiting call. The next change finishes them.
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let content: Locked<Content>

  init(_ state: State) { content = Locked(Content(state: state)) }

  /// Reads or changes the state in a way for which no call waits.
  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result { content.withLock { body(&$0.state) } }

  /// Changes the state, and resumes the waiting calls.
  @discardableResult func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, waiting) = content.withLock { content in
      defer { content.waiting = [] }
      return (body(&content.state), content.waiting)
    }
    for call in waiting { call.finish() }
    return result
  }

  /// Calls the closure now and after changes, until it returns a result. One call may follow several changes.
  ///
  /// Returns nil if the time is over or the calling task is cancelled before. Without a scheduler, it waits forever.
  func wait<Result: Sendable>(
    within limit: Duration = .zero, on scheduler: (any UpdateScheduler)? = nil, for result: (inout State) -> Result?
  ) async -> Result? {
    let isOver = Atomic(scheduler != nil && limit <= .zero)
    let timer = scheduler?.enqueue(after: limit) { [self] in
      isOver.store(true, ordering: .relaxed)
      change { _ in }
    }
    defer { timer?.invalidate() }
    while true {
      let (changes, change) = AsyncStream<Void>.makeStream()
      let (found, isLast) = content.withLock { content in
        // Read under the lock, because the timer resumes only the calls that wait already.
        let isLast = isOver.load(ordering: .relaxed) || Task.isCancelled
        let found = result(&content.state)
        if found == nil, !isLast { content.waiting.append(change) }
        return (found, isLast)
      }
      if found != nil || isLast { return found }
      // A cancellation ends the loop, too.
      for await _ in changes {}
    }
  }
}
