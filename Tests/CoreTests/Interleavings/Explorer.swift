/// Something that a few threads do together, one small step at a time.
///
/// Two models that hash alike are taken for the same state: everything that later steps or the contracts look at is
/// part of the hash.
protocol Explorable: Hashable {
  /// The threads that have not finished; each can take a step in any state, as nobody ever waits.
  var unfinishedThreads: [Int] { get }

  /// The state after the thread has taken its next step.
  func stepping(_ thread: Int) -> Self

  /// The contract that the last step has broken.
  var violation: Violation? { get }

  /// The contract that does not hold where all threads have finished.
  func violationAtEnd() -> Violation?

  /// What the thread's next step stands for, for the account of a violation.
  func nextStep(of thread: Int) -> String
}

/// What came of going through every interleaving of a model.
struct Exploration {
  var states = 0
  /// The number of different orders in which the steps can be taken; exact up to 2⁵³.
  var schedules = 0.0
  var endStates = 0
  var violation: Violation?
  /// The steps that lead to the violation; no shorter way does.
  var steps: [String] = []

  var summary: String {
    "\(states) states, \(schedules < 0x1p53 ? String(UInt64(schedules)) : String(schedules)) schedules"
  }

  var account: String {
    guard let violation else { return "no violation" }
    return (["\(violation.contract): \(violation.message)"] + steps).joined(separator: "\n  ")
  }
}

/// Goes through every reachable state of a model, breadth first, so that a violation is found by its shortest way.
///
/// States are told apart by their hash alone, which keeps a million of them in a few megabytes; that two of a million
/// share one has a chance of about one in thirty million.
struct Explorer<Model: Explorable> {
  private struct Edge {
    let from: Int
    let to: Int
  }

  private struct Origin {
    let state: Int
    let thread: Int
  }

  private let start: Model
  private var numbers: [Int: Int] = [:]
  private var origins: [Origin] = []
  private var edges: [Edge] = []
  private var endStates: [Int] = []
  private var result = Exploration()

  /// More than any scenario has; one that goes on for ever is noticed here.
  private static var limit: Int { 2_000_000 }

  static func explore(_ start: Model) -> Exploration {
    var explorer = Explorer(start: start)
    explorer.run()
    return explorer.result
  }

  private init(start: Model) {
    self.start = start
  }

  private mutating func run() {
    _ = number(of: start, from: Origin(state: 0, thread: 0))
    var frontier = [start]
    var first = 0
    while !frontier.isEmpty {
      var next: [Model] = []
      for (offset, model) in frontier.enumerated() {
        let state = first + offset
        let threads = model.unfinishedThreads
        if let violation = model.violation ?? (threads.isEmpty ? model.violationAtEnd() : nil) {
          return report(violation, at: state)
        }
        if threads.isEmpty { endStates.append(state) }
        for thread in threads {
          let successor = model.stepping(thread)
          let (target, isNew) = number(of: successor, from: Origin(state: state, thread: thread))
          edges.append(Edge(from: state, to: target))
          if isNew { next.append(successor) }
        }
      }
      first += frontier.count
      frontier = next
    }
    result.states = origins.count
    result.endStates = endStates.count
    result.schedules = countSchedules()
  }

  private mutating func number(of model: Model, from origin: Origin) -> (number: Int, isNew: Bool) {
    let hash = model.hashValue
    if let known = numbers[hash] { return (known, false) }
    precondition(origins.count < Self.limit, "The scenario has too many states; do its reactions ever end?")
    numbers[hash] = origins.count
    origins.append(origin)
    return (origins.count - 1, true)
  }

  /// Counts the ways from the start to the ends: each state has as many as all its predecessors together.
  private func countSchedules() -> Double {
    var waitingFor = [Int](repeating: 0, count: origins.count)
    var successors = [[Int]](repeating: [], count: origins.count)
    for edge in edges {
      waitingFor[edge.to] += 1
      successors[edge.from].append(edge.to)
    }
    var ways = [Double](repeating: 0, count: origins.count)
    ways[0] = 1
    var ready = [0]
    while let state = ready.popLast() {
      for successor in successors[state] {
        ways[successor] += ways[state]
        waitingFor[successor] -= 1
        if waitingFor[successor] == 0 { ready.append(successor) }
      }
    }
    return endStates.reduce(0) { $0 + ways[$1] }
  }

  private mutating func report(_ violation: Violation, at state: Int) {
    result.states = origins.count
    result.violation = violation
    var choices: [Int] = []
    var current = state
    while current != 0 {
      choices.append(origins[current].thread)
      current = origins[current].state
    }
    var model = start
    for thread in choices.reversed() {
      result.steps.append("thread \(thread + 1): \(model.nextStep(of: thread))")
      model = model.stepping(thread)
    }
  }
}
