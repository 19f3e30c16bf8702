/// The account of one schedule, for people: a paragraph for each stretch in which one thread runs.
struct Story {
  let text: String

  init(of execution: Execution) {
    var lines: [String] = []
    let preemptions = Dictionary(
      execution.preemptions.map { ($0.point, $0.action) }, uniquingKeysWith: { first, _ in first })
    let width = execution.steps.compactMap { $0.action.place?.description.count }.max() ?? 0
    var running: Int?
    for (point, step) in execution.steps.enumerated() {
      let name = Schedule.name(ofThread: step.thread)
      if let former = running, former != step.thread {
        let formerName = Schedule.name(ofThread: former)
        lines.append(
          preemptions[point].map { "  ── \(formerName) stands back, before it \($0.isToDo); \(name) goes on" }
            ?? "  ── \(name) goes on")
      }
      running = step.thread
      let number = String(point)
      let place = step.action.place?.description ?? ""
      let margin = String(repeating: " ", count: max(0, 4 - number.count))
      let gap = String(repeating: " ", count: width - place.count)
      lines.append("  \(margin)\(number)  \(name)  \(place)\(gap)  \(step.action)")
      let indent = String(repeating: " ", count: 11 + width)
      lines += step.events.compactMap { $0.what.map { "\(indent)· \($0())" } }
    }
    text = Self.shortened(lines).joined(separator: "\n")
  }
}

extension Story {
  /// A thread that goes on for ever has a long story, of which the beginning and the end are enough.
  private static func shortened(_ lines: [String]) -> [String] {
    let half = 200
    guard lines.count > 2 * half else { return lines }
    return lines.prefix(half) + ["  … \(lines.count - 2 * half) lines …"] + lines.suffix(half)
  }
}

extension Action {
  fileprivate var isToDo: String {
    place.map { "\(self) at \($0)" } ?? description
  }
}
