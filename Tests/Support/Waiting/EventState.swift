public import Testing
import TidingsCore

/// A state with a function that waits for a condition.
public final class EventState<State: Sendable>: Sendable {
  private let content: Locked<Content>

  private struct Content: Sendable {
    var state: State
    var waiting: [Waiter] = []
    var lastID = 0

    mutating func due() -> [Waiter] {
      let due = waiting.filter { $0.isDue(state) }
      if !due.isEmpty { waiting.removeAll { waiter in due.contains { $0.id == waiter.id } } }
      return due
    }

    /// Removes and returns a waiter that is not due yet.
    mutating func remove(_ id: Int) -> Waiter? {
      waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0) }
    }
  }

  /// This is not a tuple, because a closure in a tuple is wrapped again each time it is moved out of an array and back.
  private struct Waiter: Sendable {
    let id: Int
    let isDue: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Void, Never>
    var limit: WaitLimit?
  }

  public init(_ state: State) {
    content = Locked(Content(state: state))
  }

  public var state: State { content.withLock { $0.state } }

  @discardableResult
  public func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, due) = content.withLock { (body(&$0.state), $0.due()) }
    due.forEach { $0.continuation.resume() }
    return result
  }

  /// Waits until a condition holds, and fails the test if the limit passes before.
  ///
  /// - Parameters:
  ///   - what: The expected event, as in “waited for the second report”.
  ///   - limit: The limit in the process's own time.
  ///   - shown: The part of the state that a message shows.
  /// - Returns: Whether the condition holds or has held since the call.
  @discardableResult
  public func wait(
    for what: String, within limit: Duration = WaitLimit.standard,
    showing shown: (State) -> String = { String(describing: $0) },
    isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    until isDue: @escaping @Sendable (State) -> Bool
  ) async -> Bool {
    if await occurs(within: limit, isDue) { return true }
    WaitLimit.fail(what, within: limit, state: shown(state), at: sourceLocation)
    return false
  }

  private func occurs(
    within limit: Duration, isolation: isolated (any Actor)? = #isolation,
    _ isDue: @escaping @Sendable (State) -> Bool
  ) async -> Bool {
    let hasOccurred = Locked(true)
    await withCheckedContinuation(isolation: isolation) { continuation in
      let (id, due) = content.withLock { content in
        content.lastID += 1
        content.waiting.append(Waiter(id: content.lastID, isDue: isDue, continuation: continuation))
        return (content.lastID, content.due())
      }
      due.forEach { $0.continuation.resume() }
      guard !due.contains(where: { $0.id == id }) else { return }
      let limit = WaitLimit(limit) { [self] in
        guard let waiter = content.withLock({ $0.remove(id) }) else { return }
        hasOccurred.withLock { $0 = false }
        waiter.continuation.resume()
      }
      content.withLock { content in
        // An event that has already happened needs no limit.
        guard let index = content.waiting.firstIndex(where: { $0.id == id }) else { return }
        content.waiting[index].limit = limit
      }
    }
    return hasOccurred.withLock { $0 }
  }
}
