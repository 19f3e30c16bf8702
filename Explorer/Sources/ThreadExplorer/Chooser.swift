/// A point at which a thread is to go on.
struct Choice {
  /// The threads that can go on. The one that runs is the first, if it can; any other choice is a preemption then.
  let options: [Int]
  /// The threads that could go on as well, and load again what they have loaded.
  let resting: [Int]
  /// Whether the one that runs cannot go on, so that no choice is a preemption.
  let isForced: Bool
  /// The next steps of the threads that can go on only after a step of another one.
  let blocked: () -> [Step]
  /// All steps before.
  let steps: [Step]

  var point: Int { steps.count }
}

/// Decides which thread goes on at each point.
protocol Chooser: AnyObject {
  /// A new execution of the scenario begins.
  func begin()

  /// Returns the thread that goes on.
  func choose(_ choice: Choice) -> Int

  /// The execution has come to its end. Returns what is wrong about it: that it did not do what the choices should have
  /// led to.
  func end(_ execution: Execution) -> String?
}

/// A chooser that goes through schedules until there are no more.
protocol Search: Chooser {
  /// Goes to the next schedule; false when there is none.
  func advance() -> Bool
}

/// The problem of a search whose scenario did something else this time, up to a point that is the same for both.
func nondeterminism(_ steps: [Step], _ previous: [Step], before point: Int, isAstray: Bool) -> String? {
  let known = min(point, previous.count)
  let difference = (0..<known).first { $0 >= steps.count || steps[$0] != previous[$0] }
  if let difference {
    let now = difference < steps.count ? "\(steps[difference])" : "the end"
    return "NOT DETERMINISTIC: after the same choices, step \(difference) was: \(previous[difference]); and is: \(now)"
  }
  return isAstray ? "NOT DETERMINISTIC: after the same choices, other threads can go on" : nil
}
