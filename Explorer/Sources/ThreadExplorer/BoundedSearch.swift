/// Every schedule up to a bound on preemptions, depth first; without a bound, every schedule.
final class BoundedSearch: Search {
  private struct Node {
    let options: [Int]
    let point: Int
    var chosen = 0
  }

  private let preemptions: Int?
  private var nodes: [Node] = []
  private var depth = 0
  private var used = 0
  /// The first point at which this execution may differ from the one before.
  private var firstNewPoint = 0
  private var isAstray = false
  private var previous: [Step] = []

  init(preemptions: Int?) {
    self.preemptions = preemptions
  }

  func begin() {
    depth = 0
    used = 0
  }

  func choose(_ choice: Choice) -> Int {
    guard choice.options.count > 1, choice.isForced || used < preemptions ?? .max else {
      return choice.options[0]
    }
    if depth == nodes.count {
      nodes.append(Node(options: choice.options, point: choice.point))
    } else if nodes[depth].options != choice.options || nodes[depth].point != choice.point {
      isAstray = true
      return choice.options[0]
    }
    let chosen = nodes[depth].chosen
    depth += 1
    if !choice.isForced, chosen > 0 { used += 1 }
    return choice.options[chosen]
  }

  func advance() -> Bool {
    while var last = nodes.popLast() {
      last.chosen += 1
      guard last.chosen < last.options.count else { continue }
      firstNewPoint = last.point
      nodes.append(last)
      return true
    }
    return false
  }

  func end(_ execution: Execution) -> String? {
    defer { previous = execution.steps }
    return nondeterminism(execution.steps, previous, before: firstNewPoint, isAstray: isAstray)
  }
}
