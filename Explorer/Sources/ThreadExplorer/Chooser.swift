/// Decides which thread goes on at each point where there is a choice.
protocol Chooser: AnyObject {
  /// How many preemptions a schedule has at most, if that is bounded.
  var preemptionBound: Int? { get }

  /// A new execution of the scenario begins.
  func begin()

  /// Returns the index of the option that goes on.
  ///
  /// - Parameters:
  ///   - options: Two threads or more; the one that runs is the first, if it can go on.
  ///   - point: How many points have been passed.
  ///   - isForced: Whether the one that runs cannot go on, so that no choice is a preemption.
  func choose(from options: [Int], at point: Int, isForced: Bool) -> Int

  /// What is wrong about the execution itself: that it did not do what the choices should have led to.
  func problem(after steps: [Step], previous: [Step]) -> String?
}

/// Every schedule up to a bound on preemptions, depth first.
final class BoundedSearch: Chooser {
  private struct Node {
    let options: [Int]
    let point: Int
    var chosen = 0
  }

  let preemptions: Int
  private var nodes: [Node] = []
  private var depth = 0
  private var used = 0
  /// The first point at which this execution may differ from the one before.
  private var firstNewPoint = 0
  private var isAstray = false

  init(preemptions: Int) {
    self.preemptions = preemptions
  }

  var preemptionBound: Int? { preemptions }

  func begin() {
    depth = 0
    used = 0
  }

  func choose(from options: [Int], at point: Int, isForced: Bool) -> Int {
    guard isForced || used < preemptions else { return 0 }
    if depth == nodes.count {
      nodes.append(Node(options: options, point: point))
    } else if nodes[depth].options != options || nodes[depth].point != point {
      isAstray = true
      return 0
    }
    let chosen = nodes[depth].chosen
    depth += 1
    if !isForced, chosen > 0 { used += 1 }
    return chosen
  }

  /// Goes to the next schedule; false when there is none.
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

  func problem(after steps: [Step], previous: [Step]) -> String? {
    let isSame = steps.prefix(firstNewPoint) == previous.prefix(firstNewPoint)
    return isAstray || !isSame ? "NOT DETERMINISTIC: the same choices have led to other points" : nil
  }
}

/// Takes any way that is open with the same chance.
final class RandomWalk: Chooser {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(state: seed)
  }

  var preemptionBound: Int? { nil }

  func begin() {}

  func choose(from options: [Int], at point: Int, isForced: Bool) -> Int {
    Int.random(in: options.indices, using: &random)
  }

  func problem(after steps: [Step], previous: [Step]) -> String? { nil }
}

/// One schedule that is given.
final class Replay: Chooser {
  private let schedule: Schedule
  private var next = 0
  private var isAstray = false

  init(_ schedule: Schedule) {
    self.schedule = schedule
  }

  var preemptionBound: Int? { nil }

  func begin() {
    next = 0
  }

  func choose(from options: [Int], at point: Int, isForced: Bool) -> Int {
    guard next < schedule.switches.count, schedule.switches[next].point == point else { return 0 }
    next += 1
    guard let index = options.firstIndex(of: schedule.switches[next - 1].thread) else {
      isAstray = true
      return 0
    }
    return index
  }

  func problem(after steps: [Step], previous: [Step]) -> String? {
    isAstray || next < schedule.switches.count ? "NOT DETERMINISTIC: the schedule is not one of this scenario" : nil
  }
}

/// Random numbers that a seed determines; S. Vigna, public domain.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
