package import Foundation
internal import Synchronization

/// The output of a child process.
package final class ProcessOutput: Sendable {
  private struct State {
    var text = ""
    var hasEnded = false
    var waiting: [(condition: @Sendable (String) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var text: String { state.withLock { $0.text } }

  /// Reads on a thread of its own until the process ends.
  package func read(_ file: FileHandle) {
    Thread.detachNewThread { [self] in
      while true {
        let data = file.availableData
        guard !data.isEmpty else { return add(nil) }
        add(String(decoding: data, as: UTF8.self))
      }
    }
  }

  private func add(_ new: String?) {
    let ready = state.withLock { state in
      state.text += new ?? ""
      state.hasEnded = new == nil
      let (text, isOver) = (state.text, state.hasEnded)
      let firstReady = state.waiting.partition { isOver || $0.condition(text) }
      defer { state.waiting.removeSubrange(firstReady...) }
      return state.waiting[firstReady...].map(\.continuation)
    }
    for continuation in ready { continuation.resume() }
  }

  package func ended() async { await wait { _ in false } }

  /// Returns when the condition holds for the whole text, or when the process has ended.
  package func wait(until condition: @escaping @Sendable (String) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard !state.hasEnded, !condition(state.text) else { return true }
        state.waiting.append((condition, continuation))
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}
