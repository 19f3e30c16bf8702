import Dispatch
import Synchronization

/// What a server does for whom, and when it stopped.
package final class Activity: Sendable {
  private let senders = Mutex<[String: State]>([:])

  private struct State {
    var connections = 0
    var answers = 0
    /// In nanoseconds of the clock of `DispatchTime`, as the others.
    var firstRequest: UInt64?
    var lastAnswer: UInt64 = 0
    var lastLeave: UInt64 = 0
  }

  /// A connection that served another, or nobody, is now the sender's.
  func join(_ sender: String) {
    senders.withLock { $0[sender, default: State()].connections += 1 }
  }

  /// A connection of the sender was closed, or now serves another.
  func leave(_ sender: String) {
    let now = DispatchTime.now().uptimeNanoseconds
    senders.withLock { senders in
      senders[sender, default: State()].connections -= 1
      senders[sender, default: State()].lastLeave = now
    }
  }

  func begin(_ sender: String) {
    let now = DispatchTime.now().uptimeNanoseconds
    senders.withLock { senders in
      var state = senders[sender, default: State()]
      state.answers += 1
      state.firstRequest = state.firstRequest ?? now
      senders[sender] = state
    }
  }

  func finish(_ sender: String) {
    let now = DispatchTime.now().uptimeNanoseconds
    senders.withLock { senders in
      senders[sender, default: State()].answers -= 1
      senders[sender, default: State()].lastAnswer = now
    }
  }

  /// When the sender's first request arrived; nil while there is none.
  package func timeOfFirstRequest(of sender: String) -> UInt64? {
    senders.withLock { $0[sender]?.firstRequest }
  }

  /// When the sender's last connection was closed or served another; nil while there is one.
  package func timeOfLeave(of sender: String) -> UInt64? {
    senders.withLock { senders in
      senders[sender].flatMap { $0.connections == 0 ? $0.lastLeave : nil }
    }
  }

  /// When the last answer to a sender was sent or given up; nil while one is being sent.
  package func timeOfLastAnswer(to sender: String) -> UInt64? {
    senders.withLock { senders in senders[sender].flatMap { $0.answers == 0 ? $0.lastAnswer : nil } }
  }
}
