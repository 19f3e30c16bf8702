import Dispatch
import TidingsAdapters
import TidingsCore

/// An event that happens once, and the task that waits for it.
final class Signal: Sendable {
  private enum State: Sendable {
    case pending
    case awaited(CheckedContinuation<Void, Never>)
    case sent
  }

  private let state = Locked(State.pending)

  func send() {
    let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
      defer { state = .sent }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isSent = state.withLock { state in
        if case .sent = state { return true }
        state = .awaited(continuation)
        return false
      }
      if isSent { continuation.resume() }
    }
  }

  /// Returns when the signal was sent, or the real time is over.
  func wait(within limit: Duration) async {
    let timer = DispatchQueue.global().enqueue(after: limit) { [self] in send() }
    await wait()
    timer.invalidate()
  }
}
