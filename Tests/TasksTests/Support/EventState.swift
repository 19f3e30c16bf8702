import TidingsCore

/// A state whose changes can be waited for.
final class EventState<State: Sendable>: Sendable {
  private let content: Locked<Content>

  private struct Content: Sendable {
    var state: State
    var waiting: [Waiter] = []

    mutating func due() -> [CheckedContinuation<Void, Never>] {
      let due = waiting.filter { $0.isDue(state) }.map(\.continuation)
      if !due.isEmpty { waiting.removeAll { $0.isDue(state) } }
      return due
    }
  }

  /// No tuple: each time that one is taken out of an array and put back, its closure is wrapped once more.
  private struct Waiter: Sendable {
    let isDue: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  init(_ state: State) {
    content = Locked(Content(state: state))
  }

  var state: State { content.withLock { $0.state } }

  func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, due) = content.withLock { (body(&$0.state), $0.due()) }
    due.forEach { $0.resume() }
    return result
  }

  func wait(until isDue: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      content.withLock {
        $0.waiting.append(Waiter(isDue: isDue, continuation: continuation))
        return $0.due()
      }.forEach { $0.resume() }
    }
  }
}
