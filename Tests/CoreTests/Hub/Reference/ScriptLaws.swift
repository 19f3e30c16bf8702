extension ThreadScript {
  /// What must be seen of the script whatever the order of the threads' steps: the same on each engine.
  struct Outcome: Sendable, Equatable {
    /// Everything that was accepted, sorted: the order of threads may differ.
    let accepted: [Int]
    let ends: [Int]
  }

  func outcome(of order: [Int], _ histories: [[Int]]) -> Outcome {
    Outcome(accepted: order.sorted(), ends: histories.map { $0.count { $0 == Self.end } })
  }

  /// What is wrong with what was seen.
  func faults<Played>(in seen: ScriptPlayer<Played>.Seen) -> [String] {
    let order = seen.order.filter { $0 != Self.end }
    return faults(ofOrder: order)
      + histories(in: seen, order).flatMap { history in history.faults.map { "\(history.number): \($0)" } }
  }

  private func faults(ofOrder order: [Int]) -> [String] {
    var faults: [String] = []
    let published = threads.flatMap(\.self).compactMap { if case .publish(let update) = $0 { update } else { nil } }
    let expected =
      published + published.compactMap(Self.echo) + [Self.sentinel] + (kind == .task ? [Self.result] : [])
      + (kind.rules.initial.map { [$0] } ?? [])
    if order.sorted() != expected.sorted() {
      faults.append("lost \(Set(expected).subtracting(order)), or doubled, or never sent")
    }
    for thread in threads.indices {
      let own = order.filter { $0 > 0 && Self.publisher(of: $0) == thread }
      if own != own.sorted() { faults.append("thread \(thread) is out of order: \(own)") }
    }
    return faults
  }

  private func histories<Played>(in seen: ScriptPlayer<Played>.Seen, _ order: [Int]) -> [ScriptSubscriber] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    return threads.flatMap { steps in
      steps.enumerated().compactMap { index, step -> ScriptSubscriber? in
        guard case .subscribe(let number) = step else { return nil }
        func publications(_ steps: some Sequence<Step>) -> [Int] {
          steps.compactMap { if case .publish(let update) = $0 { update } else { nil } }
        }
        return ScriptSubscriber(
          number: number, fate: fates[number], rules: kind.rules, events: seen.histories[number], places: places,
          before: publications(steps[..<index]), after: publications(steps[index...]),
          atJoining: seen.atJoining[number, default: 0], atLeaving: seen.atLeaving[number])
      }
    }
  }
}

/// What one subscriber got, and what it must be.
private struct ScriptSubscriber {
  let number: Int
  let fate: ThreadScript.Fate
  let rules: ReferenceRules<Int>
  let events: [Int]
  /// Where in the common order each update is.
  let places: [Int: Int]
  /// What its own thread published before it subscribed, and after.
  let before: [Int]
  let after: [Int]
  let atJoining: Int
  let atLeaving: Int?

  var faults: [String] {
    let updates = events.filter { $0 != ThreadScript.end }
    let found = updates.compactMap { places[$0] }
    var faults: [String] = []
    func expect(_ isRight: Bool, _ message: String) { if !isRight { faults.append("\(message): \(events)") } }
    expect(found.count == updates.count, "got what nobody sent")
    expect(zip(found, found.dropFirst()).allSatisfy { $1 == $0 + 1 }, "got not all, or doubled, or out of order")
    // Its own thread ends it, while another may have claimed one call.
    let late = fate == .ended ? 1 : 0
    expect(!events.dropLast(late + 1).contains(ThreadScript.end), "got something after its end")
    expect(Set(updates).intersection(before).count <= rules.limit, "got what came before it")
    expect(rules.initial == nil || atJoining > 0, "got no first value before it had joined")
    expect(events.contains(ThreadScript.end) == (fate != .invalidated), "has its end, or has not")
    if fate == .stays {
      expect(Set(after).isSubset(of: updates), "missed what came after it")
      expect(found.last == places.count - 1, "missed the last")
    }
    if let atLeaving { expect(events.count <= atLeaving + 1, "got more after it had left (\(atLeaving))") }
    return faults
  }
}
