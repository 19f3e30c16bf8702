/// A point that a thread has passed: what it was about to do when it was its turn.
struct Step: Hashable, Sendable, CustomStringConvertible {
  enum Action: Hashable, Sendable {
    case start
    case reach(String)
    /// Locks are numbered in the order in which a schedule meets them.
    case lock(Int)
  }

  let thread: Int
  let action: Action

  var description: String {
    let name = Schedule.name(ofThread: thread)
    return switch action {
    case .start: "\(name) starts"
    case .reach(let what): "\(name) \(what)"
    case .lock(let number): "\(name) locks \(number)"
    }
  }
}
