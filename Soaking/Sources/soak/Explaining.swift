/// Whether everything that went over the edges of a graph follows from what went into it.
struct Explaining {
  let history: History
  let builder: Builder
  let faults: Faults

  /// - Parameter isComplete: It was told of its end; otherwise it may have been left at any update.
  func check(_ graph: Graph, isComplete: Bool) {
    if graph.edge.hasOverlapped { faults.report("P3: two threads on one edge", graph) }
    let entries = graph.edge.entries
    func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
      if !condition { faults.report(fault(), graph) }
    }
    /// Checks that the edge has what its input makes, all of it or the start.
    func expect(
      _ input: Graph, isComplete: Bool, made: (_ index: Int, _ entry: Edge.Entry) -> Int?
    ) {
      let made = input.edge.entries.enumerated().compactMap { index, entry in
        made(index, entry).map { (index, $0) }
      }
      expect(
        isComplete ? entries.count == made.count : entries.count <= made.count, "\(entries.count) of \(made.count)")
      for (entry, (index, value)) in zip(entries, made)
      where entry.first != Origin(edge: input.edge.id, number: index) || entry.value != value {
        return expect(false, "\(entry) for \(index) with \(value)")
      }
    }

    switch graph.spec {
    case .root(let root): checkWindow(graph, of: root, isComplete: isComplete)
    case .shared(let index):
      let whole = builder.sharedGraph(index).edge
      expect(areConsecutive(entries.map(\.first.number)), "P4: not consecutive")
      expect(entries.allSatisfy { $0.first.edge == whole.id }, "an update of another graph")
      if isComplete, let last = entries.last {
        expect(last.first.number == whole.entries.count - 1, "V2: not up to the last")
      }
    case .valuePair(let one, let other): checkPair(graph, one, other, isComplete: isComplete)
    case .valueSwitch(let root): checkSwitch(graph, root, isComplete: isComplete)
    case .map:
      expect(graph.inputs[0], isComplete: isComplete) { Spec.mapped($1.value) }
    case .filter:
      expect(graph.inputs[0], isComplete: isComplete) { Spec.isKept($1.value) ? $1.value : nil }
    case .scan:
      var sum = 0
      expect(graph.inputs[0], isComplete: isComplete) {
        sum = Spec.summed(sum, $1.value)
        return sum
      }
    case .removeDuplicates:
      var previous: Int?
      expect(graph.inputs[0], isComplete: isComplete) {
        if let previous, Spec.areSame(previous, $1.value) { return nil }
        previous = $1.value
        return $1.value
      }
    case .prefix(let count, let input):
      expect(graph.inputs[0], isComplete: isComplete) { $0 < count ? $1.value : nil }
      _ = input
      return check(graph.inputs[0], isComplete: isComplete && entries.count < count)
    case .publishedValue: checkValue(graph, isComplete: isComplete)
    case .flatMapLatest, .switchToLatest: return checkFollowing(graph, isComplete: isComplete)
    case .merge:
      for input in graph.inputs {
        let own = entries.filter { $0.first.edge == input.edge.id }.map(\.first.number)
        expect(own == Array(0..<own.count), "P4: \(own)")
        if isComplete { expect(own.count == input.edge.entries.count, "lost an update") }
      }
      expect(
        entries.allSatisfy { entry in graph.inputs.contains { $0.edge.id == entry.first.edge } },
        "an update of another graph")
    case .combineLatest: return checkCombined(graph, isComplete: isComplete)
    case .zip:
      let counts = graph.inputs.map(\.edge.entries.count)
      expect(entries.enumerated().allSatisfy { $1.first.number == $0 && $1.second?.number == $0 }, "not in pairs")
      expect(isComplete ? entries.count == counts.min() : entries.count <= counts.min() ?? 0, "not all pairs")
      for input in graph.inputs { check(input, isComplete: false) }
      return
    }
    for input in graph.inputs { check(input, isComplete: isComplete) }
  }

  /// Nothing from before the join, everything after it, one after the other, up to the last.
  private func checkWindow(_ graph: Graph, of root: Int, isComplete: Bool) {
    let places = graph.edge.entries.map { entry in
      history.root(of: entry.first) == root ? history.place(of: entry.first) : nil
    }
    guard places.allSatisfy({ $0 != nil }) else { return faults.report("P6: an update that nobody else got", graph) }
    let known = places.compactMap(\.self)
    if !areConsecutive(known) { faults.report("P4: not consecutive: \(known)", graph) }
    let join = graph.join
    let due = history.firstPlace(root, after: join.returned)
    // What has a latest update gives it to who joins, and that is from before.
    let replays = !Roots.sources.contains(root)
    if let first = known.first {
      let isStale =
        replays
        ? first + 1 < history.numbers[root].count
          && history.publication(root, at: first + 1).returned < join.called
        : history.publication(root, at: first).returned < join.called
      if isStale { faults.report("P6: an update from before the join", graph) }
      if let due, first > due { faults.report("P6: not from the join on", graph) }
      if isComplete, known.last != history.numbers[root].count - 1 {
        faults.report("V2: not up to the last", graph)
      }
    } else if isComplete, due != nil {
      faults.report("P6: nothing, though something was sent", graph)
    }
  }

  private func checkPair(_ graph: Graph, _ one: Int, _ other: Int, isComplete: Bool) {
    let pairs = graph.edge.entries.map { entry in
      (history.place(of: entry.first) ?? -1, entry.second.flatMap(history.place) ?? -1)
    }
    for (pair, next) in zip(pairs, pairs.dropFirst()) {
      let steps = (next.0 - pair.0, next.1 - pair.1)
      if steps.0 < 0 || steps.1 < 0 || steps == (0, 0) { faults.report("V2: \(pair), then \(next)", graph) }
    }
    if isComplete, let last = pairs.last,
      last != (history.numbers[one].count - 1, history.numbers[other].count - 1)
    {
      faults.report("V2: not the final values", graph)
    }
  }

  private func checkSwitch(_ graph: Graph, _ root: Int, isComplete: Bool) {
    guard isComplete, let last = graph.edge.entries.last else { return }
    let chosen = history.root(of: last.first)
    if last.first.number != history.numbers[chosen].last { faults.report("V2: not the final value", graph) }
  }

  /// The initial value, unless something had taken its place when the subscriber got its first; then all that came.
  private func checkValue(_ graph: Graph, isComplete: Bool) {
    let input = graph.inputs[0]
    var entries = graph.edge.entries[...]
    if entries.first?.first.edge == 0 { entries = entries.dropFirst() }
    let numbers = entries.map(\.first.number)
    if !areConsecutive(numbers) || entries.contains(where: { $0.first.edge != input.edge.id }) {
      faults.report("V2: not consecutive: \(numbers)", graph)
    }
    if isComplete, (numbers.last ?? -1) != input.edge.entries.count - 1 {
      faults.report("V2: not the final value", graph)
    }
  }

  private func checkFollowing(_ graph: Graph, isComplete: Bool) {
    var remaining = graph.edge.entries[...]
    let followed = graph.allFollowed
    for (index, inner) in followed.enumerated() {
      let own = remaining.prefix { $0.first.edge == inner.edge.id }
      remaining = remaining.dropFirst(own.count)
      if own.map(\.first.number) != Array(0..<own.count) { faults.report("P4: not consecutive", graph) }
      let isLast = index == followed.count - 1
      if isComplete, isLast, own.count != inner.edge.entries.count { faults.report("V2: not up to the last", graph) }
      check(inner, isComplete: isComplete && isLast)
    }
    if !remaining.isEmpty { faults.report("P4: an update of one that is no longer followed", graph) }
    if followed.count > graph.inputs[0].edge.entries.count { faults.report("followed more than was chosen", graph) }
    check(graph.inputs[0], isComplete: isComplete)
  }

  /// Each update changes one of the two, by one; at last both are the last.
  private func checkCombined(_ graph: Graph, isComplete: Bool) {
    let pairs = graph.edge.entries.map { ($0.first.number, $0.second?.number ?? -1) }
    let counts = graph.inputs.map(\.edge.entries.count)
    if let first = pairs.first, min(first.0, first.1) != 0 { faults.report("V2: starts with \(first)", graph) }
    for (pair, next) in zip(pairs, pairs.dropFirst()) where next.0 - pair.0 + next.1 - pair.1 != 1 {
      faults.report("V2: \(pair), then \(next)", graph)
    }
    let hasEmpty = counts.contains(0)
    if isComplete, !hasEmpty, pairs.last.map({ $0 != (counts[0] - 1, counts[1] - 1) }) ?? true {
      faults.report("V2: not the last of both", graph)
    }
    if hasEmpty, !pairs.isEmpty { faults.report("a pair of one", graph) }
    for input in graph.inputs { check(input, isComplete: isComplete && !hasEmpty) }
  }

  private func areConsecutive(_ numbers: [Int]) -> Bool {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
  }
}
