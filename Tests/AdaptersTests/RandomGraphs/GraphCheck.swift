import TestSupport

/// Checks that the updates of each part of a graph follow from its inputs.
struct GraphCheck {
  /// All updates of each root, as received by a subscriber from the start to the end.
  let histories: [[Int]]

  static func mapped(_ value: Int) -> Int { value &* 3 &+ 1 }
  static func isKept(_ value: Int) -> Bool { value % 3 != 0 }

  /// - Parameter isComplete: Whether the graph was subscribed to until its end.
  func faults(of graph: Graph, isComplete: Bool) -> [String] {
    var faults = graph.isOverlapped ? ["two threads in \(graph.rule)"] : []
    func expect(_ holds: Bool, _ fault: String) {
      if !holds { faults.append("\(fault) in \(graph.rule)") }
    }
    /// Checks that the updates equal those that the rule makes of the input, or the first of these.
    func expect(_ values: [Int]) {
      expect(
        isComplete ? graph.values == values : values.starts(with: graph.values),
        "\(graph.values.suffix(5)) of \(values.suffix(5))")
    }
    let entries = graph.entries
    let inputs = graph.inputs
    let input = inputs.first?.values ?? []
    var inputsAreComplete = isComplete
    switch graph.rule {
    case .root(let root):
      expect(
        isWindow(graph.values, of: histories[root], isComplete: isComplete), "not a contiguous part of the history")
    case .map: expect(input.map(Self.mapped))
    case .filter: expect(input.filter(Self.isKept))
    case .scan: expect(input.reduce(into: []) { $0.append(($0.last ?? 0) &+ $1) })
    case .prefix(let count):
      expect(Array(input.prefix(count)))
      inputsAreComplete = isComplete && entries.count < count
    case .flatMapLatest:
      var rest = entries[...]
      for (number, inner) in graph.followed.events.enumerated() {
        let own = rest.prefix { $0[0].graph == ObjectIdentifier(inner) }
        rest = rest.dropFirst(own.count)
        let isLast = number == graph.followed.events.count - 1
        expect(own.map { $0[0].index } == Array(0..<own.count), "a gap")
        expect(!isComplete || !isLast || own.count == inner.entries.count, "the last update is missing")
        faults += self.faults(of: inner, isComplete: isComplete && isLast)
      }
      expect(rest.isEmpty, "an update of a root that is no longer selected")
      expect(graph.followed.events.count <= input.count, "more subscriptions than selected roots")
    case .merge:
      for input in inputs {
        let own = entries.filter { $0[0].graph == ObjectIdentifier(input) }.map { $0[0].index }
        expect(own == Array(0..<own.count), "a gap")
        expect(!isComplete || own.count == input.entries.count, "an update is missing")
      }
      expect(
        entries.allSatisfy { entry in inputs.contains { ObjectIdentifier($0) == entry[0].graph } },
        "an update of another graph")
    case .zip:
      let count = min(inputs[0].entries.count, inputs[1].entries.count)
      expect(entries.enumerated().allSatisfy { $1[0].index == $0 && $1[1].index == $0 }, "not paired by index")
      expect(isComplete ? entries.count == count : entries.count <= count, "a pair is missing")
      inputsAreComplete = false
    case .combineLatest:
      let pairs = entries.map { ($0[0].index, $0[1].index) }
      let counts = inputs.map(\.entries.count)
      expect(pairs.first.map { min($0.0, $0.1) == 0 } ?? true, "the first combination is missing")
      expect(
        zip(pairs, pairs.dropFirst()).allSatisfy { $1.0 - $0.0 + $1.1 - $0.1 == 1 },
        "not one new update per combination")
      if counts.contains(0) {
        expect(pairs.isEmpty, "a combination without both inputs")
        inputsAreComplete = false
      } else {
        expect(
          !isComplete || pairs.last.map { $0 == (counts[0] - 1, counts[1] - 1) } ?? false,
          "the last combination is missing")
      }
    }
    return faults + inputs.flatMap { self.faults(of: $0, isComplete: inputsAreComplete) }
  }

  /// Whether the values follow each other in the history, up to the last one if they are complete.
  private func isWindow(_ values: [Int], of history: [Int], isComplete: Bool) -> Bool {
    guard let first = values.first else { return true }
    guard let start = history.firstIndex(of: first) else { return false }
    let rest = history[start...]
    return isComplete ? rest.elementsEqual(values) : rest.starts(with: values)
  }
}
