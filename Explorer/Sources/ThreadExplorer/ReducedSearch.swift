/// Every Mazurkiewicz trace at least once, depth first: of schedules that differ only in the order of independent steps,
/// one is run.
///
/// This is dynamic partial-order reduction with source sets and sleep sets: P. Abdulla, S. Aronis, B. Jonsson,
/// K. Sagonas, *Optimal Dynamic Partial Order Reduction*, POPL 2014, algorithm 1. When two dependent steps of different
/// threads follow each other immediately in the order that dependencies make, they race: a schedule is planned in which
/// the second one's thread, or one that it waits for, goes on before the first. A thread sleeps after it has been tried,
/// until a step comes that depends on its next: so no trace is run twice, but some schedules find all threads asleep in
/// the middle. These are run to their end, as real threads cannot be taken back, and are counted apart.
///
/// Steps that may have to wait (locks, semaphores) race with the last step that the thread could have overtaken, as in
/// C. Flanagan, P. Godefroid, *Dynamic Partial-Order Reduction for Model Checking Software*, POPL 2005.
final class ReducedSearch: Search {
  private struct Node {
    /// Sets of threads.
    let enabled: Set
    var planned: Set
    /// The next step of each thread that has been tried here, or before without anything dependent since.
    var asleep: [Step]
    var chosen: Int
  }

  private typealias Set = UInt32

  private var nodes: [Node] = []
  /// Up to the point at which all threads were found asleep, the trace of the last execution.
  private var steps: [Step] = []
  /// For each step and thread, the position after the last step of that thread that comes before the step or is it.
  private var clocks: [VectorClock] = []
  private var firstNewPoint = 0
  private var isAstray = false
  /// Whether the current execution has found all threads asleep.
  private(set) var isRedundant = false

  /// The next steps of the threads that waited when all others were found asleep.
  private var blocked: [Step] = []

  func begin() {
    isRedundant = false
    blocked = []
  }

  func choose(_ choice: Choice) -> Int {
    guard !isRedundant, !isAstray else { return choice.options[0] }
    let enabled = choice.options.reduce(Set()) { $0 | Set(1) << $1 }
    if choice.point < nodes.count { return chooseAgain(choice, enabled) }
    let asleep = choice.point == 0 ? [] : stillAsleep(after: choice.steps[choice.point - 1], nodes[choice.point - 1])
    let isAwake = { thread in !asleep.contains { $0.thread == thread } }
    guard let chosen = choice.options.first(where: isAwake) ?? choice.resting.first(where: isAwake) else {
      isRedundant = true
      blocked = choice.blocked()
      return choice.options[0]
    }
    nodes.append(Node(enabled: enabled, planned: Set(1) << chosen, asleep: asleep, chosen: chosen))
    return chosen
  }

  private func chooseAgain(_ choice: Choice, _ enabled: Set) -> Int {
    let node = nodes[choice.point]
    guard node.enabled == enabled, choice.options.contains(node.chosen) || choice.resting.contains(node.chosen) else {
      isAstray = true
      return choice.options[0]
    }
    return node.chosen
  }

  private func stillAsleep(after step: Step, _ node: Node) -> [Step] {
    node.asleep.filter { $0.thread != step.thread && !$0.depends(on: step) }
  }

  func end(_ execution: Execution) -> String? {
    if let problem = nondeterminism(execution.steps, steps, before: firstNewPoint, isAstray: isAstray) {
      return problem
    }
    steps = Array(execution.steps.prefix(nodes.count))
    clocks.removeLast(clocks.count - firstNewPoint)
    for index in firstNewPoint..<steps.count { plan(for: index, execution) }
    for step in blocked { planOvertaking(by: step, execution) }
    return nil
  }

  func advance() -> Bool {
    while var node = nodes.popLast() {
      node.asleep.append(steps[nodes.count])
      let tried = node.asleep.reduce(Set()) { $0 | Set(1) << $1.thread }
      let open = node.planned & ~tried
      guard open != 0 else { continue }
      node.chosen = open.trailingZeroBitCount
      firstNewPoint = nodes.count
      nodes.append(node)
      return true
    }
    return false
  }

  /// How many schedules differ from the last one only in the order of independent steps, with itself.
  func countEquivalentSchedules() -> Double {
    Linearizations(threads: steps.map(\.thread), pasts: clocks).count
  }

  // MARK: Races

  /// Computes what comes before the step, and plans the schedules in which those that it races with come after it.
  private func plan(for index: Int, _ execution: Execution) {
    let step = steps[index]
    var clock = programOrder(of: step.thread, before: index, execution)
    // The same without those whose only doing is that they had the lock first, or let the thread go on.
    var past = clock
    // Downwards: of what comes before, the last is found first, and the rest by what comes before that.
    var isToBeOvertaken = step.action.mayBlock
    for earlier in stride(from: index - 1, through: 0, by: -1) where steps[earlier].thread != step.thread {
      let other = steps[earlier]
      var isRace = step.dependsByEvents(on: other)
      if step.action.depends(on: other.action) {
        if step.action.mayBlock {
          if isToBeOvertaken, past[other.thread] <= earlier {
            plan(at: earlier, before: index, step, past)
            // A lock was free before each acquisition. What else a thread waits for may not have been there yet.
            if case .lock = step.action { isToBeOvertaken = false }
          }
          // All before the release of the lock comes before its next acquisition.
          clock.join(clocks[execution.releases[earlier] ?? earlier])
        } else {
          isRace = true
        }
      }
      if isRace, clock[other.thread] <= earlier {
        races.append(earlier)
        clock.join(clocks[earlier])
      }
      if isRace { past.join(clocks[earlier]) }
    }
    for earlier in races { plan(at: earlier, before: index, step, clock) }
    races.removeAll(keepingCapacity: true)
    clock[step.thread] = UInt32(index + 1)
    clocks.append(clock)
  }

  private var races: [Int] = []

  /// Plans for a thread that still waits when all others are asleep: what lets it go on comes elsewhere, and there it may
  /// be too late to go on before those that it could have overtaken.
  private func planOvertaking(by step: Step, _ execution: Execution) {
    let past = programOrder(of: step.thread, before: steps.count, execution)
    for earlier in steps.indices.reversed()
    where steps[earlier].thread != step.thread && step.action.depends(on: steps[earlier].action)
      && past[steps[earlier].thread] <= earlier
    {
      plan(at: earlier, before: steps.count, step, past)
    }
  }

  private func programOrder(of thread: Int, before index: Int, _ execution: Execution) -> VectorClock {
    if let previous = steps[..<index].lastIndex(where: { $0.thread == thread }) { return clocks[previous] }
    let spawning = execution.spawningStep(ofThread: thread)
    return spawning < 0 ? VectorClock() : clocks[spawning]
  }

  /// Plans that what does not follow an earlier step goes on before it, and then the later one.
  private func plan(at earlier: Int, before later: Int, _ step: Step, _ clockOfLater: VectorClock) {
    let overtaken = steps[earlier].thread
    var first: [(thread: Int, index: Int)] = []
    var initials = Set()
    func consider(_ thread: Int, _ index: Int, _ clock: VectorClock) {
      guard !first.contains(where: { $0.thread == thread }) else { return }
      if first.allSatisfy({ clock[$0.thread] <= $0.index }) { initials |= Set(1) << thread }
      first.append((thread, index))
    }
    for index in (earlier + 1)..<later
    where clocks[index][overtaken] <= earlier && clockOfLater[steps[index].thread] > index {
      consider(steps[index].thread, index, clocks[index])
    }
    consider(step.thread, later, clockOfLater)
    let node = nodes[earlier]
    initials &= node.enabled
    guard initials != 0, initials & node.planned == 0 else { return }
    if let sleeping = node.asleep.first(where: { initials & Set(1) << $0.thread != 0 }) {
      // Asleep it has told of something else than now: what that depends on has not been seen from here.
      if sleeping.thread == step.thread, sleeping.events != step.events { nodes[earlier].planned |= node.enabled }
      return
    }
    let preferred = Set(1) << step.thread
    nodes[earlier].planned |= initials & preferred != 0 ? preferred : Set(1) << initials.trailingZeroBitCount
  }
}
