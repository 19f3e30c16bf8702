@testable import TidingsCore

extension HubState {
  enum Delivery: Sendable {
    case deliver(Entry)
    case handOver
    case idle
  }

  struct OneTurn: Sendable {
    let delivery: Delivery
    var left: [LeftClosure]
  }

  /// The model takes one entry at a time, where a hub takes all that are there: between two of them it looks whether
  /// somebody calls.
  mutating func take(on thread: @autoclosure () -> ThreadID, helped: inout Int) -> OneTurn {
    let left = roster.tidy()
    while true {
      if backlog.isEmpty { collect() }
      if let next = backlog.first {
        guard roster.allowsHelp(for: next.thread, on: thread(), helped: &helped) else {
          return OneTurn(delivery: .handOver, left: left)
        }
        _ = backlog.popFirst()
        return OneTurn(delivery: .deliver(next), left: left)
      }
      if roster.baton.retire() { return OneTurn(delivery: .idle, left: left) }
    }
  }
}
