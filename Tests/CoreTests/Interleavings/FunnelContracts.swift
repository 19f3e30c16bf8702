import TidingsCore

extension FunnelModel {
  /// P4, P6: the rule gets what each upstream has accepted, in its order, and nothing twice.
  mutating func checkInput(_ input: Int) {
    let upstream = scenario.upstream(of: input)
    guard let number = connections.lastIndex(where: { $0.upstream == upstream }) else {
      return fail(.p6, "\(input) comes from an upstream that is not subscribed to")
    }
    if connections[number].isEndArrived { fail(.p10, "\(input) comes after the end of upstream \(upstream)") }
    guard input < 90 else { return connections[number].isEndArrived = true }
    let due = connections[number].accepted.dropFirst(connections[number].arrived)
    if due.first != input {
      fail(due.contains(input) ? .p4 : .p6, "\(input) comes and not \(due.first.map(String.init) ?? "nothing")")
    }
    connections[number].arrived += 1
  }

  /// P2: nothing of an upstream that the rule has given up is passed on.
  mutating func checkEmission(of update: Int) {
    let isStale = connections.contains { $0.upstream == scenario.upstream(of: update) && $0.isDisconnected }
    if isStale { fail(.p2, "\(update) is passed on though its upstream was given up") }
  }

  /// P10: all have ended means that of each the last update has been accepted.
  mutating func checkAllEnded(in run: RunID) {
    record.allEnded += 1
    if record.allEnded > 1, scenario.rule != .combinedValue { fail(.p10, "it is told twice that all have ended") }
    for connection in connections where connection.run == run && !connection.isDisconnected {
      if connection.isActive { fail(.p10, "the end comes before upstream \(connection.upstream) has ended") }
    }
  }

  /// P6: nobody gives up an upstream that is wanted.
  mutating func checkGivingUp(of connection: Connection) {
    if !connection.isDisconnected, connection.run == hub.history.wantedRun {
      fail(.p6, "upstream \(connection.upstream) is given up and nobody wanted that")
    }
  }

  /// The upstreams of a run are given up once.
  mutating func checkClose(of run: RunID) {
    if !record.closedRuns.insert(run).inserted { fail(.t4, "the upstreams of run \(run) are given up twice") }
  }

  /// V1: the current value has been delivered when `subscribe` returns.
  mutating func checkSubscribed() {
    guard hub.history.subscribers[0].standing == .active else { return }
    let known = record.last ?? 0
    if known < 10 || known % 10 == 0 { fail(.v1, "the subscriber has waited in vain for its first") }
  }

  // MARK: When everybody has finished

  func violationAtEnd() -> Violation? {
    hub.violationAtEnd() ?? leftover ?? lostInput ?? missingEnd ?? outdatedValue
  }

  /// P2, P8: when the subscription is over nothing of it is left upstream.
  private var leftover: Violation? {
    for connection in connections where connection.isActive {
      if connection.run != hub.history.wantedRun || connection.isDisconnected {
        return Violation(contract: .p2, message: "upstream \(connection.upstream) is never given up")
      }
    }
    for (run, state) in states where run != hub.history.wantedRun {
      if !state.connections.isEmpty || state.allEnded != nil {
        return Violation(contract: .p8, message: "something is held upstream for a subscription that is over")
      }
    }
    return nil
  }

  /// P6: what an upstream has accepted gets to the rule, unless the subscription or that upstream was given up.
  private var lostInput: Violation? {
    guard scenario.rule != .combinedValue else { return nil }
    let subscriber = hub.history.subscribers[0]
    let isEndedByRule = subscriber.standing == .ended && record.allEnded == 0
    guard subscriber.standing != .invalidated, !isEndedByRule else { return nil }
    for connection in connections where !connection.isDisconnected {
      if connection.arrived < connection.accepted.count {
        let lost = connection.accepted[connection.arrived]
        return Violation(contract: .p6, message: "\(lost) never gets to the rule")
      }
      if connection.phase == .ended, scenario.endInput(of: 0) != nil, !connection.isEndArrived {
        return Violation(contract: .p10, message: "the rule is not told that upstream \(connection.upstream) has ended")
      }
    }
    return nil
  }

  /// P10: when all have ended the subscription has.
  private var missingEnd: Violation? {
    let isDue = !connections.isEmpty && connections.allSatisfy { !$0.isActive && $0.phase != nil }
    guard isDue, hub.history.subscribers.contains(where: { $0.standing == .active }) else { return nil }
    guard scenario.rule != .latest || rule.isTriggerOver else { return nil }
    return Violation(contract: .p10, message: "all upstreams have ended and the subscription never does")
  }

  /// V2: the last update is made of the last of each.
  private var outdatedValue: Violation? {
    guard scenario.rule == .combinedValue else { return nil }
    let final = (upstreams[0].latest ?? 0) * 10 + (upstreams[1].latest ?? 0)
    guard hub.history.subscribers[0].standing != .invalidated, record.last != final else { return nil }
    return Violation(contract: .v2, message: "the last update is \(record.last ?? 0) and not \(final)")
  }
}
