import TestSupport

/// One way through a model, by chance: for those with too many states to visit all.
struct RandomWalk {
  private(set) var steps = 0
  private(set) var violation: Violation?
  private var choices: [Int] = []

  /// Takes steps of random threads until all have finished, or a contract is broken.
  init(through start: some Explorable, by random: inout SplitMix64) {
    var model = start
    // Threads take several steps at a time as often as a single one: long runs meet what many switches never do.
    var current = 0
    while true {
      let threads = model.unfinishedThreads
      violation = model.violation ?? (threads.isEmpty ? model.violationAtEnd() : nil)
      guard violation == nil, !threads.isEmpty else { return }
      if !threads.contains(current) || Bool.random(using: &random) {
        current = threads.randomElement(using: &random) ?? current
      }
      choices.append(current)
      model = model.stepping(current)
      steps += 1
    }
  }

  /// The steps that have led to the violation.
  func account(from start: some Explorable) -> String {
    guard let violation else { return "no violation" }
    var lines = ["\(violation.contract): \(violation.message)"]
    var model = start
    for thread in choices {
      lines.append("thread \(thread + 1): \(model.nextStep(of: thread))")
      model = model.stepping(thread)
    }
    return lines.joined(separator: "\n  ")
  }
}
