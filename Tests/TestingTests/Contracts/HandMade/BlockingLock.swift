import Dispatch
import TidingsCore

/// A lock that blocks a thread for good which takes it twice, unless it is recursive, until the test opens it.
final class BlockingLock: Sendable {
  private struct State: Sendable {
    var owner: ThreadID?
    var depth = 0
  }

  private let isRecursive: Bool
  private let state = Locked(State())
  private let semaphore = DispatchSemaphore(value: 0)

  init(isRecursive: Bool) {
    self.isRecursive = isRecursive
    semaphore.signal()
  }

  func take() {
    let isOwn = state.withLock { state in
      guard isRecursive, state.owner == .current else { return false }
      state.depth += 1
      return true
    }
    if isOwn { return }
    semaphore.wait()
    state.withLock { $0 = State(owner: .current, depth: 1) }
  }

  func giveBack() {
    let isFree = state.withLock { state in
      state.depth -= 1
      guard state.depth <= 0 else { return false }
      state.owner = nil
      return true
    }
    if isFree { semaphore.signal() }
  }

  /// Unlocks for all threads.
  func open() {
    for _ in 0..<100 { semaphore.signal() }
  }
}
